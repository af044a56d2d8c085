import type { AoiChange, EventType, ImportReason, LngLat } from '#contract'
import type { StoredAoi } from '../../../core/aoi/imported.ts'
import { type Answer, answerReasons, answersFor } from './answers.ts'
import { activityReasons, type Surroundings } from './create.ts'
import type { Values } from './values.ts'

export type Update = {
  reasons: ImportReason[]
  fields: string[]
  change: AoiChange
  /** Values before the change, for undo. */
  before: AoiChange
  type: EventType | undefined
}

const isSame = (one: LngLat, [lng, lat]: LngLat) => Math.abs(one[0] - lng) < 1e-6 && Math.abs(one[1] - lat) < 1e-6
const sameAnswers = (one: readonly Answer[], other: readonly Answer[]) =>
  one.length === other.length && one.every(({ _id, value }) => other.some((o) => o._id === _id && o.value === value))
const coordinates = ([lng, lat]: LngLat) => ({ lng, lat, altitude: 1 })

type Parts = { fields: string[]; change: AoiChange; before: AoiChange }

/** Name, description, place, address and region. An empty cell changes nothing. */
const commonParts = (values: Values, aoi: StoredAoi): Parts => {
  const parts: Parts = { fields: [], change: {}, before: {} }
  const put = (field: string, change: AoiChange, before: AoiChange) => {
    parts.fields.push(field)
    Object.assign(parts.change, change)
    Object.assign(parts.before, before)
  }
  const { name, description, place, address, regionId } = values
  if (name !== undefined && name !== aoi.name) put('name', { name }, { name: aoi.name })
  if (description && description.text !== aoi.descriptionText)
    put('description', { description: description.html }, { description: aoi.descriptionHtml })
  const here: LngLat = [aoi.place.x, aoi.place.y]
  const isMoved = place !== undefined && !isSame(here, place)
  if (isMoved)
    put(
      'place',
      { startCoordinates: coordinates(place), address: address ?? '' },
      { startCoordinates: coordinates(here), address: aoi.address ?? '' },
    )
  else if (address !== undefined && address !== (aoi.address ?? ''))
    put('address', { address }, { address: aoi.address ?? '' })
  if (regionId !== undefined && regionId !== aoi.regionId)
    put('region', { region: regionId }, { region: aoi.isRegionChosen ? aoi.regionId : null })
  return parts
}

const updateEvent = (values: Values, aoi: StoredAoi, { mapping, context }: Surroundings): Partial<Update> => {
  const type = values.type ?? context.typeById.get(aoi.eventTypeId ?? '')
  // Answers of an archived type cannot change.
  if (!type) return {}
  const isOther = type._id !== aoi.eventTypeId
  const answers = answersFor(type, values.answers, mapping, isOther ? [] : aoi.answers)
  if (
    !isOther &&
    sameAnswers(
      answers,
      aoi.answers.filter(({ _id }) => type.fields.some((field) => field._id === _id)),
    )
  )
    return {}
  return {
    fields: ['type'],
    reasons: answerReasons(type, answers, true),
    change: { publicAction: { publicActionId: type._id, fields: answers } },
    before: { publicAction: { publicActionId: aoi.eventTypeId ?? '', fields: aoi.answers } },
    type,
  }
}

const updateActivity = (values: Values, aoi: StoredAoi, surroundings: Surroundings): Partial<Update> => {
  const { context } = surroundings
  const [fields, change, before]: [string[], AoiChange, AoiChange] = [[], {}, {}]
  const community = values.community ?? context.communityById.get(aoi.communityId ?? '')
  const isOther = community?._id !== aoi.communityId
  const groups = values.groups ?? (isOther ? [] : aoi.groups)
  const areGroupsOther = groups.toSorted().join() !== aoi.groups.toSorted().join()
  if (isOther || areGroupsOther) {
    fields.push(isOther ? 'community' : 'groups')
    Object.assign(change, { communityId: community?._id, groups })
    Object.assign(before, { communityId: aoi.communityId ?? undefined, groups: aoi.groups })
  }
  const { start = aoi.startAt, end = aoi.endAt, isPublic = aoi.isPublic } = values
  if (start?.getTime() !== aoi.startAt?.getTime() || end?.getTime() !== aoi.endAt?.getTime()) {
    fields.push('start')
    Object.assign(change, { startTime: start, plannedTime: end })
    Object.assign(before, { startTime: aoi.startAt, plannedTime: aoi.endAt })
  }
  if (isPublic !== aoi.isPublic) {
    fields.push('isPublic')
    Object.assign(change, { isPublic })
    Object.assign(before, { isPublic: aoi.isPublic })
  }
  const merged = { community, start: start ?? undefined, end: end ?? undefined, groups }
  return { fields, change, before, reasons: fields.length > 0 ? activityReasons(merged, surroundings) : [] }
}

/** The changes that a row makes to an AOI of an earlier import. */
export const updateFrom = (values: Values, aoi: StoredAoi, surroundings: Surroundings): Update => {
  const common = commonParts(values, aoi)
  const isEvent = surroundings.mapping.kind === 'event'
  const { regionId: found } = surroundings
  const regionId = values.place ? found : (values.regionId ?? aoi.regionId)
  const own = (isEvent ? updateEvent : updateActivity)(values, aoi, { ...surroundings, regionId })
  return {
    reasons: own.reasons ?? [],
    fields: [...common.fields, ...(own.fields ?? [])],
    change: { ...common.change, ...own.change },
    before: { ...common.before, ...own.before },
    type: own.type,
  }
}
