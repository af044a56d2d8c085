import { type RawBuilder, sql } from 'kysely'
import {
  EscalationLevel,
  EscalationTarget,
  type LadderState,
  type LadderTiming,
  MemberChannel,
  memberChannels,
  type RuleSeverity,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { Turns } from '../../platform/kit/slices.ts'

export type StoredEscalation = {
  id: string
  serviceId: string
  ruleName: string
  severity: RuleSeverity
  levels: EscalationLevel[]
  timing: LadderTiming
  ownerId: string | null
  state: LadderState
}

type Row = Omit<StoredEscalation, 'levels' | 'timing' | 'state'> & {
  levels: unknown
  remindSeconds: number | null
  climbAt: Date | null
  repeatAt: Date | null
} & Pick<LadderState, 'phase' | 'level' | 'rounds' | 'notices'>

const ms = (seconds: number | null) => (seconds === null ? null : seconds * 1000)

const isKnown = (channel: unknown) => MemberChannel.safeParse(channel).success
const isReadable = (target: unknown) => EscalationTarget.safeParse(target).success

/** A level that this version cannot read notifies nobody, so that the ladder continues with the next one. */
const unreadableLevel: EscalationLevel = {
  targets: [],
  channels: [...memberChannels],
  waitSeconds: 60,
  repeatSeconds: null,
}

const readLevels = (stored: unknown): EscalationLevel[] =>
  (Array.isArray(stored) ? stored : []).map((level) => {
    const channels = [level?.channels ?? []].flat().filter(isKnown)
    const targets = [level?.targets ?? []].flat().filter(isReadable)
    const readable = { ...level, targets, channels: channels.length > 0 ? channels : memberChannels }
    return EscalationLevel.safeParse(readable).data ?? unreadableLevel
  })

const asEscalation = (row: Row): StoredEscalation => {
  const { levels: stored, remindSeconds, climbAt, repeatAt, phase, level, rounds, notices, ...escalation } = row
  const levels = readLevels(stored)
  return {
    ...escalation,
    levels,
    timing: {
      levels: levels.map(({ waitSeconds, repeatSeconds }) => ({
        waitMs: waitSeconds * 1000,
        repeatMs: ms(repeatSeconds),
      })),
      remindMs: ms(remindSeconds),
    },
    state: {
      phase,
      level,
      rounds,
      notices,
      climbAt: climbAt?.getTime() ?? null,
      repeatAt: repeatAt?.getTime() ?? null,
    },
  }
}

export const takeEscalations = async (
  db: Db,
  condition: RawBuilder<unknown>,
  { skipLocked = true } = {},
): Promise<StoredEscalation[]> => {
  const { rows } = await sql<Row>`
    select e.id, e.service_id, e.rule_name, e.severity, e.levels, e.remind_seconds, e.phase, e.level, e.rounds,
      e.notices, e.climb_at, e.repeat_at, e.owner_id
    from escalation e where ${condition} order by e.due_at, e.id
    for update of e ${skipLocked ? sql`skip locked` : sql``}`.execute(db)
  // Lets other work run in between: parsing an escalation with ten levels of 50 receivers takes a millisecond, and a
  // tick may parse 500.
  const turns = new Turns()
  const escalations: StoredEscalation[] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0) await turns.next()
    escalations.push(asEscalation(row))
  }
  return escalations
}

const moment = (time: number | null) => (time === null ? null : new Date(time))

export const storeState = async (
  db: Db,
  id: string,
  { phase, level, rounds, notices, climbAt, repeatAt }: LadderState,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('escalation')
    .set({ phase, level, rounds, notices, climbAt: moment(climbAt), repeatAt: moment(repeatAt) })
    .$if(phase === 'climbing', (query) => query.set({ ownerId: null, ownerName: null, acknowledgedAt: null }))
    .$if(phase === 'ended', (query) => query.set({ endedAt: now }))
    .where('id', '=', id)
    .execute()
}
