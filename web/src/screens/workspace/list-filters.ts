import type { AoiKind } from '#contract'
import type { AoiQuery } from '../../core/aoi/data.ts'

/**
 * Filters of the list besides state, search and dates. Each key is the filter's name in the address and in the API;
 * `kinds` are the AOI kinds that it applies to. The list's menu offers each value except `id`; its label is in the
 * texts of `narrowed`.
 */
const listFilters = {
  eventType: { kinds: ['event'], values: ['id', 'none'] },
  region: { kinds: ['event', 'activity', 'sensor'], values: ['id', 'none'] },
  community: { kinds: ['activity'], values: ['id'] },
  hasPhoto: { kinds: ['event', 'activity'], values: ['yes', 'no'] },
} as const satisfies Record<string, { kinds: readonly AoiKind[]; values: readonly string[] }>

export type ListFilter = keyof typeof listFilters
export type ListFilters = { [Name in ListFilter]?: string }
type Fixed<Name extends ListFilter> = Exclude<(typeof listFilters)[Name]['values'][number], 'id'>
/** Key of a value's text, such as `region.none`. */
type ValueKey = { [Name in ListFilter]: `${Name}.${Fixed<Name>}` }[ListFilter]

const names = Object.keys(listFilters) as ListFilter[]

export const isListFilter = (name: string): name is ListFilter => Object.hasOwn(listFilters, name)

const isFixed = (name: ListFilter, value: string): boolean =>
  value !== 'id' && (listFilters[name].values as readonly string[]).includes(value)

const takesId = (name: ListFilter): boolean => (listFilters[name].values as readonly string[]).includes('id')

const isId = (value: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** Reads the filters of an address and drops invalid ones. */
export const readListFilters = (search: Record<string, unknown>): ListFilters =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' && (isFixed(name, value) || (takesId(name) && isId(value)))
        ? [[name, value]]
        : []
    }),
  )

export const listFiltersFor = (filters: ListFilters, kind: AoiKind): AoiQuery =>
  Object.fromEntries(
    names.flatMap((name) =>
      (listFilters[name].kinds as readonly AoiKind[]).includes(kind) && filters[name] ? [[name, filters[name]]] : [],
    ),
  )

/** Key of a value's text; undefined for an id. */
export const keyOfFilter = (name: ListFilter, value: string): ValueKey | undefined =>
  isFixed(name, value) ? (`${name}.${value}` as ValueKey) : undefined

export const activeListFilters = (filters: ListFilters): { name: ListFilter; value: string }[] =>
  names.flatMap((name) => {
    const value = filters[name]
    return value ? [{ name, value }] : []
  })

/** The values that the menu of such a list offers. `toggled`: the filters after a click on the value. */
export const offeredFilters = (filters: ListFilters, kind: AoiKind) =>
  names
    .filter((name) => (listFilters[name].kinds as readonly AoiKind[]).includes(kind))
    .flatMap((name) =>
      listFilters[name].values
        .filter((value) => value !== 'id')
        .map((value) => {
          const isChosen = filters[name] === value
          const toggled: ListFilters = { [name]: isChosen ? undefined : value }
          return { key: `${name}.${value}` as ValueKey, isChosen, toggled }
        }),
    )

export const noListFilters = Object.fromEntries(names.map((name) => [name, undefined])) as Record<ListFilter, undefined>
