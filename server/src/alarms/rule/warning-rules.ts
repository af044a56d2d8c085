import { type RawBuilder, sql } from 'kysely'
import { RuleTrigger, type WarningSeverity, type WarningText, type WarningTrigger, warningSeverities } from '#contract'
import { callForAlarms } from '../../messaging/webhook/actions.ts'
import { type Batch, takeService } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { announceAlarms } from './alarms.ts'
import { raiseWatched, type WatchingRule } from './raise.ts'

/** Lets one server evaluate the rules of a service at a time. */
const WARNING_RULES_LOCK = 7_251
const AT_ONCE = 200

type WatchedWarning = {
  id: string
  threadId: string
  severity: WarningSeverity
  texts: WarningText[]
  effectiveAt: Date
}

const atLeast = (severity: WarningSeverity) => warningSeverities.slice(0, warningSeverities.indexOf(severity) + 1)

/** Whether `warning w` is in effect and matches the trigger. Exercises and tests raise no alarms. */
const matches = (rule: WatchingRule, { severity, regionIds }: WarningTrigger, now: Date): RawBuilder<boolean> => {
  const where = regionIds === null ? sql`w.is_in_home` : sql`w.region_ids && ${regionIds}::uuid[]`
  return sql`(w.service_id = ${rule.serviceId} and w.ended_at is null and w.is_kept and w.status = 'actual'
    and w.severity = any(${atLeast(severity)}::text[]) and ${where}
    and w.effective_at <= ${now} and (w.expires_at is null or w.expires_at > ${now}))`
}

/** Ends alarms whose warning ended, or was updated and does not match any more. */
const endOver = async (db: Db, rule: WatchingRule, trigger: WarningTrigger, now: Date): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    update alarm l set ended_at = ${now}, event_due_at = case when l.event_id is not null then ${now}::timestamptz end
    where l.rule_id = ${rule.id} and l.ended_at is null and l.watched_warning is not null and not exists (
      select from warning w where w.thread_id = l.watched_warning and ${matches(rule, trigger, now)})
    returning l.id`.execute(db)
  await callForAlarms(db, 'alarm.cleared', rows)
  return rows.length
}

/** Raises one alarm for each thread of warnings. An alarm that a member ended is not raised again. */
const raiseNew = async (db: Db, rule: WatchingRule, trigger: WarningTrigger, now: Date): Promise<number> => {
  const { rows } = await sql<WatchedWarning>`
    select distinct on (w.thread_id) w.id, w.thread_id, w.severity, w.texts, w.effective_at from warning w
    where ${matches(rule, trigger, now)} and not exists (
      select from alarm known where known.rule_id = ${rule.id} and known.watched_warning = w.thread_id
        and (known.ended_at is null or known.ended_by is not null))
    order by w.thread_id, w.sent_at desc limit ${sql.lit(AT_ONCE)}`.execute(db)
  let raised = 0
  for (const { id, threadId, severity, texts, effectiveAt } of rows) {
    const headlines = texts.map(({ language, headline, event }) => ({ language, headline: headline || event }))
    const explanation = { trigger, warning: { _id: id, severity, headlines } }
    raised += await raiseWatched(db, rule, { aoiId: null, warningId: threadId, beganAt: effectiveAt, explanation }, now)
  }
  return raised
}

export const warningRules: Batch = {
  table: 'rule',
  due: () => sql`select r.id, r.service_id, r.created_at as at from rule r
    join service s on s.id = r.service_id and s.deleted_at is null
    where r.is_enabled and r.trigger ->> 'type' = 'warning'`,
  process: async (db, ids, now, serviceId) => {
    if (!(await takeService(db, WARNING_RULES_LOCK, serviceId))) return 0
    const { rows: rules } = await sql<WatchingRule & { trigger: unknown }>`
      select id, service_id, name, severity, event_type_id, trigger from rule where id = any(${ids}::uuid[])`.execute(
      db,
    )
    let changed = 0
    for (const { trigger: stored, ...rule } of rules) {
      const trigger = RuleTrigger.parse(stored)
      if (trigger.type !== 'warning') continue
      const count = (await endOver(db, rule, trigger, now)) + (await raiseNew(db, rule, trigger, now))
      if (count > 0) await announceAlarms(db, [rule.serviceId])
      changed += count
    }
    return changed
  },
}
