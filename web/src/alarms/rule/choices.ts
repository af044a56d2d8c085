import type { NamedItem } from '../../ui/lists/named-item.ts'

export type RuleChoices = {
  sensors: readonly (NamedItem & { kind: string | null; parameters: readonly string[] })[]
  areas: readonly NamedItem[]
  regions: readonly NamedItem[]
  types: readonly NamedItem[]
  plans: readonly NamedItem[]
}

const nameIn = (items: readonly NamedItem[], id: string): string | undefined =>
  items.find(({ _id }) => _id === id)?.name

export const nameOfId = ({ sensors, areas, regions, types, plans }: RuleChoices, id: string): string | undefined =>
  nameIn(sensors, id) ?? nameIn(areas, id) ?? nameIn(regions, id) ?? nameIn(types, id) ?? nameIn(plans, id)

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort((a, b) => a.localeCompare(b))

export const kindsOf = ({ sensors }: RuleChoices): string[] =>
  sorted(sensors.flatMap(({ kind }) => (kind === null ? [] : [kind])))

export const parametersOf = ({ sensors }: RuleChoices): string[] =>
  sorted(sensors.flatMap(({ parameters }) => parameters))
