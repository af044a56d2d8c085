import { type RawBuilder, sql } from 'kysely'
import { Language, LONGEST_TOLD, type NotificationKind, notificationText, typesWith } from '#contract'
import type { Db } from '../db/database.ts'
import { enqueue } from '../push/queue.ts'

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
const audience = ({ kind, memberIds = [] }: News): RawBuilder<boolean> => {
  if (kind === 'created')
    return sql`(a.event_type_id is not null and m.service_id = a.service_id
      and case when t.responsible_role_id is null then ${hasItsType} else m.role_id = t.responsible_role_id end)`
  if (kind === 'shared') return sql`m.id = any(${memberIds as string[]}::uuid[])`
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

/**
 * Puts what is to be told into the caller's transaction; it is sent once that has been committed. In one statement: who
 * listens need not be known here, so a text of each language goes along and the name is filled in there.
 */
export const tell = async (db: Db, news: News): Promise<void> => {
  const { kind, aoiId, by, status } = news
  const texts = Object.fromEntries(
    Language.options.map((language) => [
      language,
      notificationText(language, kind, { name: '{name}', who: by?.name, status }),
    ]),
  )
  // What was deleted cannot be opened.
  const url = kind === 'deleted' ? sql`'/'` : sql`'/?selected=aoi.' || a.nonce`
  await enqueue(
    db,
    sql`select m.id as member_id, d.id as device_id, ${aoiId.replaceAll('-', '')}::text as topic,
      jsonb_build_object('data', jsonb_build_object('action', ${actions[kind]}::text, 'url', ${url},
        'text', replace(${JSON.stringify(texts)}::jsonb ->> coalesce(m.language, d.language, 'en'), '{name}', ${shortName}))) as payload
    from push_device d
    join member m on m.id = d.member_id and m.deleted_at is null
    join aoi a on a.id = ${aoiId}
    left join event_type t on t.id = a.event_type_id
    where m.id is distinct from ${by?.id ?? null}::uuid
      and not coalesce(m.notification_preferences -> 'off' ? ${kind}, false)
      and ${audience(news)} and ${sees}`,
  )
}
