import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportMapping } from '#contract'
import type { Api, Member } from './api.ts'

const POLL_MS = 100
const PATIENCE_MS = 60_000

export const untilImport = async (api: Api, member: Member, id: string, state: Import['state']): Promise<Import> => {
  for (const end = performance.now() + PATIENCE_MS; ; await pause(POLL_MS)) {
    const found: Import = await api.must(api.send('GET', `/imports/${id}`, member))
    if (found.state === state) return found
    if (performance.now() > end) throw new Error(`the import is ${found.state}, not ${state}`)
  }
}

/** Uploads a CSV file and returns the mapping that the server guessed. */
export const uploadCsv = async (
  api: Api,
  member: Member,
  { name, text }: { name: string; text: string },
): Promise<{ id: string; mapping: ImportMapping }> => {
  const form = new FormData()
  form.set('name', name)
  form.set('timeZone', 'Asia/Jerusalem')
  form.set('file', new File([text], 'file.csv', { type: 'text/csv' }))
  const { _id: id }: Import = await api.must(api.send('POST', '/imports', { ...member, body: form }))
  const { mapping } = await untilImport(api, member, id, 'ready')
  if (!mapping) throw new Error('the columns of the file were not guessed')
  return { id, mapping }
}
