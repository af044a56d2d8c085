import { join } from 'node:path'
import pg from 'pg'
import { readPostmaster } from '../../server/src/platform/db/embedded-process.ts'

const postmasterOf = (folder: string) => {
  const postmaster = readPostmaster(join(folder, 'postgres'))
  if (!postmaster) throw new Error(`no database runs in ${folder}`)
  return postmaster
}

export const databasePid = (folder: string): number | undefined => readPostmaster(join(folder, 'postgres'))?.pid

/** Address of the embedded database in `folder`, for a second server and for direct queries. */
export const databaseUrl = (folder: string): string =>
  `postgres://cohesion@${encodeURIComponent(postmasterOf(folder).socketFolder)}/cohesion`

export const readRows = async <Row extends pg.QueryResultRow>(
  folder: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: databaseUrl(folder) })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
