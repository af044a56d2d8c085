import type { HeldReport } from './schema.ts'

/** Whether the reporter can be asked: a report, not an added photo, without an open question. */
export const isAskable = ({ state, addsTo }: { state: HeldReport['state']; addsTo: unknown }): boolean =>
  state === 'waiting' && addsTo === null
