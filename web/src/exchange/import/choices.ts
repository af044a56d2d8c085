import type { ImportKind } from '#contract'

type Choice = { _id: string; name: string }

export type ImportChoices = {
  kinds: readonly ImportKind[]
  types: readonly Choice[]
  /** Names of the questions of all types. */
  questions: readonly string[]
  communities: readonly Choice[]
  groups: readonly (Choice & { communityId: string })[]
  roles: readonly Choice[]
}
