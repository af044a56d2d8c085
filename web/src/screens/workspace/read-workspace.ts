import { isDay } from './date-range.ts'
import { readListFilters } from './list-filters.ts'
import {
  type Filter,
  type Form,
  isFormKind,
  panels,
  type Selection,
  selectable,
  sorts,
  spans,
  states,
  tabs,
  type Workspace,
} from './workspace.ts'

const oneOf = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((entry) => entry === value)

const selectionOf = (value: unknown): Selection | undefined =>
  typeof value === 'string' && selectable.some((kind) => value.startsWith(`${kind}.`) && value.length > kind.length + 1)
    ? (value as Selection)
    : undefined

const filterOf = (value: unknown): Filter | undefined =>
  typeof value === 'string' && /^metric\.[\w-]+$/.test(value) ? (value as Filter) : oneOf(states, value)

/** A day, or a day with a time such as `2026-03-05T10:00`, in the browser's time zone. */
const momentOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isDay(value.slice(0, 10)) && /^.{10}(T([01]\d|2[0-3]):[0-5]\d)?$/.test(value)
    ? value
    : undefined

/** Drops invalid values, because anyone can type an address. */
export const readWorkspace = (search: Record<string, unknown>): Workspace => {
  const from = isDay(search.from) ? search.from : undefined
  const to = isDay(search.to) ? search.to : undefined
  const isRange = from !== undefined && to !== undefined && from <= to
  return dropEmpty({
    panel: oneOf([...panels, 'closed'], search.panel),
    back: oneOf(panels, search.back),
    sharing: oneOf(['users', 'events'], search.sharing),
    selected: selectionOf(search.selected),
    filter: filterOf(search.filter),
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
    plan: typeof search.plan === 'string' && /^[\w-]{1,60}$/.test(search.plan) ? search.plan : undefined,
    view: oneOf(['calendar', 'chart', 'dashboard', 'audit', 'review', 'place', 'map'], search.view),
    span: oneOf(spans, search.span),
    day: isDay(search.day) ? search.day : undefined,
    also: oneOf(['events'], search.also),
    at: momentOf(search.at),
    ...readListFilters(search),
    tab: oneOf(tabs, search.tab),
    sort: oneOf(sorts, search.sort),
    order: oneOf(['asc', 'desc'], search.order),
    find: typeof search.find === 'string' && search.find !== '' ? search.find.slice(0, 200) : undefined,
    form: formOf(search.form),
  })
}

const formOf = (value: unknown): Form | undefined => {
  const parts = typeof value === 'string' ? /^(?:([a-z]+)\.)?(?:new|edit\.[\w-]+)$/i.exec(value) : null
  return parts && isFormKind(parts[1] ?? 'event') ? (value as Form) : undefined
}

const dropEmpty = (workspace: Workspace): Workspace =>
  Object.fromEntries(Object.entries(workspace).filter(([, value]) => value !== undefined))
