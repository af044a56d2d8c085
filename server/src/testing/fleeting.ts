import type { Pool } from 'pg'
import type { LiveMessage } from '#contract'
import { FLEETING_CHANNEL } from '../platform/live/fleeting.ts'

export const hearFleeting = async (pool: Pool) => {
  const heard: LiveMessage[] = []
  const client = await pool.connect()
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '').message))
  await client.query(`listen ${FLEETING_CHANNEL}`)
  return { heard, stop: () => client.release(true) }
}
