import {
  type Community,
  type EventType,
  type GroupSummary,
  type LngLat,
  plainName,
  type Role,
  type Translations,
} from '#contract'
import * as communities from '../../../core/community/queries.ts'
import * as eventTypes from '../../../core/event-type/queries.ts'
import * as regions from '../../../core/region/queries.ts'
import * as roles from '../../../people/role/queries.ts'
import * as services from '../../../people/service/queries.ts'
import type { Db } from '../../../platform/db/database.ts'

/** Things by their names in all languages, for rows that refer to them by name. */
export type Named<T> = ReadonlyMap<string, T>

export type Context = {
  types: Named<EventType>
  typeById: ReadonlyMap<string, EventType>
  communities: Named<Community>
  communityById: ReadonlyMap<string, Community>
  groupsOf: (communityId: string) => GroupSummary[]
  groupsNamed: (communityId: string) => Named<GroupSummary>
  regions: Named<regions.RegionName>
  roles: Named<Role>
  roleById: ReadonlyMap<string, Role>
  home: LngLat | undefined
}

type Texts = { translations: Translations }

const byName = <T extends Texts>(things: readonly T[], nameOf: (thing: T) => string): Named<T> => {
  const map = new Map<string, T>()
  for (const thing of things) {
    const translated = Object.values(thing.translations).flatMap(({ name, title }) => [name, title])
    for (const name of [nameOf(thing), ...translated])
      if (name && !map.has(plainName(name))) map.set(plainName(name), thing)
  }
  return map
}

const byId = <T extends { _id: string }>(things: readonly T[]) => new Map(things.map((thing) => [thing._id, thing]))

/**
 * Everything in a service that rows may refer to. Loaded for each part of an import, because it may change in between.
 */
export const loadContext = async (db: Db, serviceId: string): Promise<Context> => {
  const [types, places, all, groups, allRoles, service] = await Promise.all([
    eventTypes.ofService(db, serviceId),
    regions.namesOf(db, serviceId),
    communities.ofServices(db, [serviceId]),
    communities.groupsOf(db, [serviceId]),
    roles.ofServices(db, [serviceId]),
    services.byId(db, serviceId),
  ])
  const openRoles = allRoles.filter(({ isArchived }) => !isArchived)
  const groupsBy = Map.groupBy(groups, ({ communityId }) => communityId)
  const groupNames = new Map<string, Named<GroupSummary>>()
  const groupsNamed = (communityId: string) => {
    const known = groupNames.get(communityId) ?? byName(groupsBy.get(communityId) ?? [], ({ name }) => name)
    groupNames.set(communityId, known)
    return known
  }
  return {
    types: byName(types, ({ name }) => name),
    typeById: byId(types),
    communities: byName(all, ({ title }) => title),
    communityById: byId(all),
    groupsOf: (communityId) => groupsBy.get(communityId) ?? [],
    groupsNamed,
    regions: byName(places, ({ name }) => name),
    roles: byName(openRoles, ({ name }) => name),
    roleById: byId(openRoles),
    home: service?.homeArea ? middleOf(service.homeArea) : undefined,
  }
}

const middleOf = ([west, south, east, north]: readonly [number, number, number, number]): LngLat => [
  (west + east) / 2,
  (south + north) / 2,
]
