import { type RawBuilder, sql } from 'kysely'
import { Language, LONGEST_TOLD, type NotificationKind, notificationText, typesWith } from '#contract'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { enqueueing } from '../push/queue.ts'

type News = {
  kind: NotificationKind
  aoiId: string
  /** Who did it, and is therefore not told. */
  by: { id: string | null; name: string } | null
  /** For `shared`: with whom. */
  memberIds?: readonly string[]
  /** For `status`: what it is now. */
  status?: string
}

/** By the action that the specification gives to what is told. */
const actions: Record<NotificationKind, string> = {
  created: 'AOI_CREATED',
  shared: 'AOI_SHARED',
  updated: 'AOI_UPDATED',
  archived: 'AOI_ARCHIVED',
  deleted: 'AOI_DELETED',
  status: 'AOI_STATUS',
}

const involved = sql<boolean>`(m.id = a.creator_id
  or exists (select from share s where s.aoi_id = a.id and s.member_id = m.id)
  or exists (select from log_entry e where e.aoi_id = a.id and e.author_id = m.id and not e.is_system))`

/** A role without event types has all of them (behaviour 5). */
const hasItsType = sql<boolean>`(m.role_id is not null and (
  exists (select from role_event_type r where r.role_id = m.role_id and r.event_type_id = a.event_type_id)
  or not exists (select from role_event_type r where r.role_id = m.role_id)))`

/** Whom a device must belong to (behaviour 44). */
const audience = (kind: NotificationKind, memberIds: string[]): RawBuilder<boolean> => {
  if (kind === 'created')
    return sql`(a.event_type_id is not null and m.service_id = a.service_id
      and case when t.responsible_role_id is null then ${hasItsType} else m.role_id = t.responsible_role_id end)`
  if (kind === 'shared') return sql`m.id = any(${memberIds}::uuid[])`
  // Whoever looks after the sensors of the service is concerned by all of its areas.
  if (kind === 'status')
    return sql`(${involved} or (m.service_id = a.service_id and m.type = any(${typesWith('sensor.edit')})))`
  return involved
}

/** Nobody is told of what it can no longer see. */
const sees = sql<boolean>`(m.service_id = a.service_id
  or exists (select from member_service o where o.member_id = m.id and o.service_id = a.service_id)
  or exists (select from share s where s.aoi_id = a.id and s.member_id = m.id))`

/** Longer ones do not fit on any screen, and a push service takes 4 kB at most. */
const shortName = sql`case when length(a.name) > ${LONGEST_TOLD} then left(a.name, ${LONGEST_TOLD - 1}) || '…' else a.name end`

type Values = { aoiId: string; topic: string; texts: string; byId: string | null; memberIds: string[] }

/**
 * In one statement: who listens need not be known here, so a text of each language goes along and the name is filled in
 * there.
 */
const telling = (kind: NotificationKind) =>
  statement((db, { aoiId, topic, texts, byId, memberIds }: Values) => {
    // What was deleted cannot be opened.
    const url = kind === 'deleted' ? sql`'/'` : sql`'/?selected=aoi.' || a.nonce`
    return enqueueing(sql`select m.id as member_id, d.id as device_id, ${topic}::text as topic,
        jsonb_build_object('data', jsonb_build_object('action', ${actions[kind]}::text, 'url', ${url},
          'text', replace(${texts}::jsonb ->> coalesce(m.language, d.language, 'en'), '{name}', ${shortName}))) as payload
      from push_device d
      join member m on m.id = d.member_id and m.deleted_at is null
      join aoi a on a.id = ${aoiId}
      left join event_type t on t.id = a.event_type_id
      where m.id is distinct from ${byId}::uuid
        and not coalesce(m.notification_preferences -> 'off' ? ${kind}, false)
        and ${audience(kind, memberIds)} and ${sees}`).compile(db)
  })

const tellers = {
  created: telling('created'),
  shared: telling('shared'),
  updated: telling('updated'),
  archived: telling('archived'),
  deleted: telling('deleted'),
  status: telling('status'),
}

/** Puts what is to be told into the caller's transaction; it is sent once that has been committed. */
export const tell = async (db: Db, { kind, aoiId, by, status, memberIds = [] }: News): Promise<void> => {
  const textIn = (language: Language) => notificationText(language, kind, { name: '{name}', who: by?.name, status })
  await tellers[kind](db, {
    aoiId,
    topic: aoiId.replaceAll('-', ''),
    texts: JSON.stringify(Object.fromEntries(Language.options.map((language) => [language, textIn(language)]))),
    byId: by?.id ?? null,
    memberIds: [...memberIds],
  })
}
