import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartProblem } from '../../platform/db/start-problem.ts'
import { countRows } from './digest.ts'
import { ArchiveProblem, type Manifest } from './format.ts'
import { quote } from './snapshot.ts'

export async function copyRows(
  client: pg.Client,
  manifest: Manifest | undefined,
  { table, bytes }: { table: string; bytes: Buffer },
  target: string,
): Promise<void> {
  const columns = manifest?.tables.find(({ name }) => name === table)?.columns.map(quote)
  if (!columns) throw new ArchiveProblem(`The archive contains rows of an unknown table: ${table}`)
  const stream = client.query(copyFrom(`copy ${quote(target)} (${columns.join(', ')}) from stdin`))
  await new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve)
    stream.once('error', reject)
    stream.end(bytes)
  })
  // A row with an end-of-data mark would make COPY ignore all rows after it.
  if (stream.rowCount !== countRows(bytes)) throw new ArchiveProblem(`The archive's rows of ${table} are malformed`)
}

/** Turns an error of the database about refused rows into an `ArchiveProblem` with one line. */
export function asProblem(error: unknown): unknown {
  if (error instanceof StartProblem) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (/^2[23]/.test(code))
    return new ArchiveProblem(`The archive's rows are refused by the database: ${message}`, { cause: error })
  return error
}
