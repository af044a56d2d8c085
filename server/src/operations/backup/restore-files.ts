import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { FileStore } from '../../platform/files/file-store.ts'
import { formatOf } from '../../platform/files/images.ts'
import { recordingOf } from '../../platform/files/recordings.ts'
import { ArchiveProblem } from './format.ts'

/**
 * Adds the files of an archive to the store. Existing files are not changed or removed before the rows are committed,
 * so a failed or killed restore leaves at most files that no row refers to.
 */
export function openFileRestore(client: pg.Client, store: FileStore) {
  const added: string[] = []
  const staged: { name: string; mime: string }[] = []
  let skipped = 0

  return {
    /** Called inside the transaction, after the rows of the table `file` are loaded. */
    async add(name: string, bytes: Buffer): Promise<void> {
      const row = await rowOf(client, name)
      if (!row) throw new ArchiveProblem(`The archive contains a file that none of its rows refers to: ${name}`)
      if (!isAsRowSays(bytes, row)) {
        skipped++
        return
      }
      const existing = await store.open(name)
      if (existing && sha256(await buffer(existing.stream)) === sha256(bytes)) return
      const target = existing ? stagedName(name) : name
      await store.put(target, bytes, row.mime)
      if (existing) staged.push({ name, mime: row.mime })
      else added.push(name)
    },
    /** Must be called after the commit. Replaces existing files whose contents differ from the archive's. */
    async finish(): Promise<void> {
      for (const { name, mime } of staged) {
        const stored = await store.open(stagedName(name))
        if (stored) await store.put(name, await buffer(stored.stream), mime)
        await store.remove(stagedName(name))
      }
    },
    /** Must be called after a failure. Removes the added files. */
    async undo(): Promise<void> {
      for (const name of [...added, ...staged.map((file) => stagedName(file.name))]) await store.remove(name)
    },
    /** Number of files that were left out because they did not match their row. */
    get skipped() {
      return skipped
    },
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const stagedName = (name: string) => (name.endsWith('.thumb') ? `${name}-restored` : `${name}.restored`)

type FileRow = { kind: 'image' | 'audio' | 'video'; mime: string }

async function rowOf(client: pg.Client, name: string): Promise<FileRow | undefined> {
  const { rows } = await client.query<FileRow>('select kind, mime from file where token = $1', [
    name.replace(/\.thumb$/, ''),
  ])
  return rows[0]
}

function isAsRowSays(bytes: Buffer, { kind }: FileRow): boolean {
  return kind === 'image' ? formatOf(bytes) !== undefined : recordingOf(bytes, kind)?.kind === kind
}
