import type { TokenScope } from '#contract'
import type { NamedItem } from '../../ui/lists/named-item.ts'

/** Scopes and limits that the member may give a token. */
export type TokenChoices = {
  scopes: readonly TokenScope[]
  types: readonly NamedItem[]
  regions: readonly NamedItem[]
}

/** Scopes to which the limits apply. */
const limitable: readonly TokenScope[] = ['events', 'contacts', 'report', 'log']

export const isLimitable = (scopes: readonly TokenScope[]): boolean => scopes.some((scope) => limitable.includes(scope))
