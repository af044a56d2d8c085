import type { TokenScope } from '#contract'
import type { NamedItem } from '../../ui/lists/named-item.ts'

/** The scopes that the member may grant to a token, and the event types and regions to which it can be limited. */
export type TokenChoices = {
  scopes: readonly TokenScope[]
  types: readonly NamedItem[]
  regions: readonly NamedItem[]
}

/** Scopes that a token can have for some event types or regions only. */
const limitable: readonly TokenScope[] = ['events', 'contacts', 'report', 'log']

export const isLimitable = (scopes: readonly TokenScope[]): boolean => scopes.some((scope) => limitable.includes(scope))
