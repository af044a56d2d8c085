import { join } from 'node:path'
import pg from 'pg'
import { cohesion } from '../server/src/db/embedded-cluster.ts'
import { socketConnection } from '../server/src/db/embedded-lock.ts'
import { readPostmaster } from '../server/src/db/embedded-process.ts'
import { hashToken } from '../server/src/secret/tokens.ts'

/** Queries the database of the tested server, to change what otherwise only time changes. */
const query = async (text: string, values: unknown[]): Promise<number> => {
  const postmaster = readPostmaster(join(process.env.E2E_DATA ?? '', 'postgres'))
  if (!postmaster) throw new Error('the database of the stories does not run')
  const client = new pg.Client(socketConnection(postmaster.socketFolder, cohesion))
  await client.connect()
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** Makes a link older by this many minutes. */
export const makeInviteOlder = async (link: string, minutes: number): Promise<void> => {
  const token = new URL(link).searchParams.get('token') ?? ''
  const changed = await query(
    `update invite set created_at = created_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
     where token_hash = $1`,
    [hashToken(token), minutes],
  )
  if (changed !== 1) throw new Error('there is no such invitation')
}
