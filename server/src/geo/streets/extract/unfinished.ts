import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Box } from '#contract'

export const partOf = (target: string) => `${target}.part`
const noteOf = (part: string) => `${part}.json`

const ENDING = '.pmtiles.part'
const FORGOTTEN_MS = 14 * 24 * 3_600_000

const Note = z.object({
  /** Identifies source version and contents; another key restarts the download. */
  key: z.string(),
  done: z.array(z.number().int()),
  order: z.object({ box: Box, maxZoom: z.number().int(), name: z.string() }),
  source: z.string().optional(),
  bytes: z.number(),
  doneBytes: z.number(),
})
export type Note = z.infer<typeof Note>

export const readNote = async (part: string): Promise<Note | undefined> => {
  try {
    return Note.parse(JSON.parse(await readFile(noteOf(part), 'utf8')))
  } catch {
    return undefined
  }
}

export const writeNote = async (part: string, note: Note): Promise<void> => {
  await writeFile(`${noteOf(part)}.new`, JSON.stringify(note))
  await rename(`${noteOf(part)}.new`, noteOf(part))
}

export const removePart = (part: string) => Promise.all([part, noteOf(part)].map((path) => rm(path, { force: true })))

export type Unfinished = Omit<Note, 'key' | 'done'> & { id: string }

export const listUnfinished = async (folder: string): Promise<Unfinished[]> => {
  const names = await readdir(folder).catch(() => [])
  const ids = new Set(names.flatMap((name) => /^(.+)\.pmtiles\.part(?:\.json(?:\.new)?)?$/.exec(name)?.[1] ?? []))
  const found: Unfinished[] = []
  for (const id of ids) {
    const part = join(folder, `${id}${ENDING}`)
    const changed = await lstat(part).catch(() => undefined)
    if (!changed) {
      // The file is missing, so its note is useless.
      await rm(noteOf(part), { force: true })
      continue
    }
    if (Date.now() - changed.mtimeMs > FORGOTTEN_MS) {
      await Promise.all([removePart(part), rm(`${noteOf(part)}.new`, { force: true })])
      continue
    }
    const note = await readNote(part)
    if (note) found.push({ id, order: note.order, source: note.source, bytes: note.bytes, doneBytes: note.doneBytes })
  }
  return found
}
