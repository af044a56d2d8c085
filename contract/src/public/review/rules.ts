import type { HeldReport } from './schema.ts'

/** Whether its reporter can be asked: not again before the answer has come, and about a report, not about a photo added to one. */
export const isAskable = ({ state, addsTo }: { state: HeldReport['state']; addsTo: unknown }): boolean =>
  state === 'waiting' && addsTo === null
