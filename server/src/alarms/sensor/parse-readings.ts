import { fieldProblems, type IngestResult, Reading } from '#contract'
import { Turns } from '../../platform/kit/slices.ts'

const serialIn = (sent: unknown): string | null => {
  const serial = typeof sent === 'object' && sent !== null && 'serial' in sent ? sent.serial : null
  return typeof serial === 'string' || typeof serial === 'number' ? String(serial).slice(0, 200) : null
}

export const parseReadings = async (sent: readonly unknown[]) => {
  const turns = new Turns()
  const good: Reading[] = []
  const rejected: IngestResult['rejected'] = []
  for (const [index, one] of sent.entries()) {
    await turns.next()
    const { success, data, error } = Reading.safeParse(one, { reportInput: true })
    if (success) good.push(data)
    else rejected.push({ index, serial: serialIn(one), fields: fieldProblems(error, 'reading') })
  }
  return { good, rejected }
}
