import { type AoiSummary, aoiApi, LIST_LIMIT } from '#contract'
import { call } from '../../../api/call.ts'
import type { AoiQuery } from '../data.ts'
import { type Column, type CsvTexts, type Fact, makeCsv } from './csv.ts'

type Export = {
  query: AoiQuery
  texts: CsvTexts
  columns: readonly Column[]
  facts?: readonly Fact[]
  onProgress: (done: number, total: number) => void
  signal: AbortSignal
}

/** Rows formatted without yielding to the page: a few milliseconds. */
const ROWS_AT_ONCE = 2000
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve))

export const exportCsv = async ({ query, texts, columns, facts = [], onProgress, signal }: Export): Promise<Blob> => {
  const csv = makeCsv(texts, columns, facts)
  let done = 0
  let total = 0
  let cursor: string | undefined
  do {
    const page: { total: AoiSummary[]; nextCursor: string | null; byUsers: { count: number }[] } = await call(
      aoiApi.filtered,
      { query: { ...query, limit: LIST_LIMIT, cursor, answers: 'true', groups: String(!cursor) } },
      signal,
    )
    if (!cursor) total = page.byUsers.reduce((sum, { count }) => sum + count, 0)
    csv.add(page.total)
    done += page.total.length
    onProgress(done, Math.max(done, total))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const parts: string[] = []
  for (const part of csv.parts(ROWS_AT_ONCE)) {
    parts.push(part)
    await nextTurn()
    signal.throwIfAborted()
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** Characters that some file system does not allow in a name. */
const notInFileNames = /[\\/:*?"<>|\p{Cc}]+/gu

export const download = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name.replace(notInFileNames, '-')
  link.click()
  // Long enough for the browser to have read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
