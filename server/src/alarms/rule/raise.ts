import { sql } from 'kysely'
import type { AlarmExplanation, RuleSeverity } from '#contract'
import { callForAlarms } from '../../messaging/webhook/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { isMutedNow } from './mutes.ts'

/** A rule on events or warnings. */
export type WatchingRule = {
  id: string
  serviceId: string
  name: string
  severity: RuleSeverity
  eventTypeId: string | null
}

type Watched = { aoiId: string | null; warningId: string | null; beganAt: Date; explanation: AlarmExplanation }

/** Raises an alarm about an event or a warning, unless one is open. */
export const raiseWatched = async (db: Db, rule: WatchingRule, watched: Watched, now: Date): Promise<number> => {
  const { aoiId, warningId, beganAt, explanation } = watched
  const muted = isMutedNow(
    { serviceId: sql`${rule.serviceId}::uuid`, ruleId: sql`${rule.id}::uuid`, sensorId: sql`null::uuid` },
    now,
  )
  const { rows } = await sql<{ id: string }>`
    insert into alarm (id, service_id, kind, rule_id, rule_name, severity, sets_area_status, watched_aoi_id,
      watched_warning, began_at, raised_at, explanation, is_muted, event_due_at)
    select ${newId()}, ${rule.serviceId}, 'alarm', ${rule.id}, ${rule.name}, ${rule.severity}, false, ${aoiId}::uuid,
      ${warningId}::uuid, ${beganAt}, ${now}, ${JSON.stringify(explanation)}, m.is_muted,
      case when ${rule.eventTypeId !== null} and not m.is_muted then ${now}::timestamptz end
    from (select ${muted} as is_muted) m
    on conflict do nothing returning id`.execute(db)
  await callForAlarms(db, 'alarm.raised', rows)
  return rows.length
}
