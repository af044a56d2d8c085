import type { MemberChannel } from '#contract'
import { followEscalations } from '../escalation/actions.ts'
import { tellOverdue } from '../review/actions.ts'
import { openRuleClock } from '../rule/clock.ts'
import type { Config } from '../start/config.ts'
import { tellReporters } from '../visitor/tell-reporters.ts'
import type { Base } from './part.ts'

/** The channels by which this server reaches members. */
export const workingChannels = ({ mail, smsGatewayUrl }: Config): MemberChannel[] => [
  'push',
  ...(mail ? ['email' as const] : []),
  ...(smsGatewayUrl === undefined ? [] : ['sms' as const]),
]

/**
 * Evaluates what is due by the clock: waits, silence and hours of rules, rules on events, the escalations of their
 * alarms, reports that wait too long for a review, and what reporters are told.
 */
export const openDueWork = ({ config, database: { db }, log }: Base, wake: () => void) => {
  const tools = { channels: workingChannels(config) }
  return openRuleClock({
    db,
    wake,
    log,
    followers: [(db, now) => followEscalations(db, tools, now), tellOverdue, tellReporters],
  })
}
