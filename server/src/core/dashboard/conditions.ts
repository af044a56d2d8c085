import { sql } from 'kysely'
import { isByAnother } from '../aoi/log/queries.ts'

/** Whether entry `e` responds to report `c`: a person wrote it, other than a reporter. */
export const byAnother = isByAnother(sql`c`)

/** An entry `e` that the reporters of its event can read, by a member. */
export const isWord = sql`not e.is_system and e.author_id is not null and not e.restricted and e.recipient_id is null`
