import type { HeldReport } from './schema.ts'

/**
 * Whether the reporter can be asked: only about a report, not about an added photo, and not while a question is open.
 */
export const isAskable = ({ state, addsTo }: { state: HeldReport['state']; addsTo: unknown }): boolean =>
  state === 'waiting' && addsTo === null
