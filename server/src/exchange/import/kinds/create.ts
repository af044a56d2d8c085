import { activityProblems, type ImportMapping, type ImportReason, shorten } from '#contract'
import type { ImportedAoi } from '../../../core/aoi/imported.ts'
import { databaseTime } from '../../../platform/db/clock.ts'
import { newId } from '../../../platform/db/id.ts'
import { answerReasons, answersFor } from './answers.ts'
import type { Context } from './context.ts'
import type { Values } from './values.ts'

export type Surroundings = { mapping: ImportMapping; context: Context; regionId: string | null }
type Created = { draft: ImportedAoi } | { reasons: ImportReason[] }

/** Maximum length of a name made from a description. */
const NAME_LETTERS = 80

const firstLine = (text: string): string => shorten(text.split('\n')[0] ?? '', NAME_LETTERS)

export const activityReasons = (
  values: Pick<Values, 'community' | 'start' | 'end'> & { groups: readonly string[] },
  { context, regionId }: Pick<Surroundings, 'context' | 'regionId'>,
): ImportReason[] => {
  const { community, start = null, end = null, groups } = values
  const problems = activityProblems({
    communityId: community?._id,
    startTime: start,
    plannedTime: end,
    groups,
    groupsOfCommunity: community && context.groupsOf(community._id).map(({ _id }) => _id),
    hasRegion: regionId !== null,
    serviceHasRegions: context.regions.size > 0,
  })
  const fields = {
    communityId: 'community',
    startTime: 'start',
    plannedTime: 'end',
    groups: 'groups',
    region: 'region',
  }
  return Object.entries(fields).flatMap(([problem, field]): ImportReason[] => {
    const found = problems[problem]
    if (!found) return []
    if (found === 'form.activityTime') return [{ code: 'noTime', field }]
    if (found === 'form.endBeforeStart') return [{ code: 'endBeforeStart', field }]
    return [{ code: found === 'form.required' ? 'missing' : 'unknown', field }]
  })
}

const createEvent = (values: Values, { mapping, context }: Surroundings) => {
  const type = values.type ?? context.typeById.get(mapping.eventType ?? '')
  const answers = type ? answersFor(type, values.answers, mapping) : []
  const reasons: ImportReason[] = type ? answerReasons(type, answers, false) : [{ code: 'missing', field: 'type' }]
  const name = values.name ?? (firstLine(values.description?.text ?? '') || type?.name)
  return { reasons, name, columns: { type, answers, communityId: null, groups: [], startAt: null, endAt: null } }
}

const createActivity = (values: Values, surroundings: Surroundings) => {
  const { mapping, context } = surroundings
  const community = values.community ?? context.communityById.get(mapping.community ?? '')
  const isDefault = community?._id === mapping.community
  const groups = values.groups ?? (isDefault ? mapping.groups : [])
  const reasons = activityReasons({ ...values, community, groups }, surroundings)
  const name = values.name ?? (firstLine(values.description?.text ?? '') || undefined)
  const { start = null, end = null } = values
  const columns = {
    type: undefined,
    answers: [],
    communityId: community?._id ?? null,
    groups,
    startAt: start,
    endAt: end,
  }
  return { reasons, name, columns }
}

export const createFrom = (values: Values, surroundings: Surroundings): Created => {
  const { kind } = surroundings.mapping
  const { reasons, name, columns } = (kind === 'event' ? createEvent : createActivity)(values, surroundings)
  if (!name) reasons.push({ code: 'missing', field: 'name' })
  if (!values.place) reasons.push({ code: 'missing', field: 'place' })
  if (reasons.length > 0 || !name || !values.place) return { reasons }
  return {
    draft: {
      ...columns,
      id: newId(),
      name,
      descriptionHtml: values.description?.html ?? '',
      descriptionText: values.description?.text ?? '',
      isPublic: kind === 'activity' && (values.isPublic ?? false),
      place: values.place,
      address: values.address ?? null,
      regionId: surroundings.regionId,
      isRegionChosen: values.regionId !== undefined,
      createdAt: values.time ?? databaseTime(),
      externalId: values.externalId ?? null,
    },
  }
}
