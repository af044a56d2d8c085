import { sql } from 'kysely'

/** Whether entry `e` responds to report `c`: a person wrote it, other than the reporter. */
export const byAnother = sql`not e.is_system and (e.author_id is distinct from c.creator_id
  or e.visitor_id is distinct from c.visitor_id)`

/** An entry `e` that the reporters of its event can read, by a member. */
export const isWord = sql`not e.is_system and e.author_id is not null and not e.restricted and e.recipient_id is null`
