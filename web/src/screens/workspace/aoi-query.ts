import type { AoiKind, LngLat } from '#contract'
import type { AoiQuery } from '../../core/aoi/data.ts'
import type { ListOrder } from '../../ui/lists/list-order.ts'
import { type Day, instantsOf } from './date-range.ts'
import { activeListFilters, listFiltersFor, noListFilters } from './list-filters.ts'
import { aoiKindOf, metricIdOf, rangeOf, type Workspace, type WorkspacePath } from './workspace.ts'

export type Sort = NonNullable<Workspace['sort']>
type Order = NonNullable<Workspace['order']>

/** The default order of each field: newest or latest first, names ascending, nearest first. */
const naturalOrder: Record<Sort, Order> = {
  createdAt: 'desc',
  startTime: 'desc',
  upcoming: 'asc',
  name: 'asc',
  nearest: 'asc',
}

/** Whether the order of this field cannot be reversed. */
export const isOneWay = (sort: Sort): boolean => sort === 'nearest' || sort === 'upcoming'

export const sortFields: Record<AoiKind, readonly [Sort, ...Sort[]]> = {
  event: ['createdAt', 'name', 'nearest'],
  activity: ['upcoming', 'startTime', 'createdAt', 'name', 'nearest'],
  sensor: ['createdAt', 'name', 'nearest'],
}

export const sortingOf = ({ sort, order }: Workspace, byDefault: Sort = 'createdAt'): { sort: Sort; order: Order } => ({
  sort: sort ?? byDefault,
  order: order ?? naturalOrder[sort ?? byDefault],
})

/** Sort keys of the lists that the browser sorts, the default first. */
export const shortSorts = {
  users: ['name', 'createdAt'],
  groups: ['name', 'createdAt'],
  aois: ['name', 'createdAt'],
} as const satisfies Record<string, readonly [Sort, ...Sort[]]>
export type ShortList = keyof typeof shortSorts

export const isShortList = (panel: string): panel is ShortList => Object.hasOwn(shortSorts, panel)

export const listOrderOf = <List extends ShortList>(
  workspace: Workspace,
  list: List,
): ListOrder<(typeof shortSorts)[List][number]> => {
  const [byDefault] = shortSorts[list]
  const { sort, order } = sortingOf(workspace, byDefault)
  const known = shortSorts[list].find((one) => one === sort)
  return known ? { sort: known, order } : { sort: byDefault, order: naturalOrder[byDefault] }
}

export const chooseSort = (workspace: Workspace, field: Sort, byDefault?: Sort): Workspace => {
  const { sort, order } = sortingOf(workspace, byDefault)
  if (field !== sort || isOneWay(field)) return { ...workspace, sort: field, order: undefined }
  return { ...workspace, sort: field, order: order === 'asc' ? 'desc' : 'asc' }
}

export const aoiQueryOf = (workspace: Workspace, path: WorkspacePath, today: Day, near?: LngLat): AoiQuery => ({
  ...flagOf[aoiKindOf(workspace, path)],
  ...narrowing(workspace.filter),
  ...instantsOf(rangeOf(workspace, today)),
  search: workspace.find?.trim() || undefined,
  ...(workspace.plan && { localMapId: workspace.plan }),
  ...listFiltersFor(workspace, aoiKindOf(workspace, path)),
  ...sortedBy(workspace, aoiKindOf(workspace, path), near),
})

/** The default order if the kind does not have the selected field, or until the position for `nearest` is known. */
const sortedBy = (workspace: Workspace, kind: AoiKind, near: LngLat | undefined) => {
  const [byDefault] = sortFields[kind]
  const sorting = sortingOf(workspace, byDefault)
  if (!sortFields[kind].includes(sorting.sort)) return sortingOf({}, byDefault)
  if (sorting.sort !== 'nearest') return sorting
  return near ? { ...sorting, near: near.join() } : sortingOf({}, byDefault)
}

const flagOf: Record<AoiKind, AoiQuery> = { event: {}, activity: { isActivity: 'true' }, sensor: { isSensors: 'true' } }

/** A list filtered by a metric ignores states, because the metric's conditions select the AOIs. */
const narrowing = (filter: Workspace['filter']): Pick<AoiQuery, 'type' | 'metric'> => {
  const metric = metricIdOf(filter)
  if (metric) return { type: 'all', metric }
  return { type: (filter ?? 'all') as AoiQuery['type'] }
}

/** Whether anything but the default date range filters the list. */
export const isNarrowed = ({ filter, find, from, plan, ...others }: Workspace): boolean =>
  (filter !== undefined && filter !== 'all') ||
  [find, from, plan].some((one) => one !== undefined) ||
  activeListFilters(others).length > 0

export const showAll = (workspace: Workspace): Workspace => ({
  ...workspace,
  ...noListFilters,
  plan: undefined,
  filter: undefined,
  find: undefined,
  from: undefined,
  to: undefined,
})
