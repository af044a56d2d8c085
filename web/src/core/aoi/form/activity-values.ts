import { type Aoi, activityProblems, type aoiApi, type CallInput, type FieldProblems, type Region } from '#contract'
import { commonProblems, placeParts, placeValues } from './common-values.ts'
import { regionAt } from './region-at.ts'
import type { CommonValues, SubmissionId } from './state.ts'

export type ActivityValues = CommonValues & {
  communityId: string
  groups: string[]
  /** A time such as `2026-03-05T10:00` in the browser's time zone, or empty. */
  start: string
  end: string
  isPublic: boolean
}

export const emptyActivity: ActivityValues = {
  name: '',
  communityId: '',
  groups: [],
  start: '',
  end: '',
  isPublic: false,
  place: null,
  region: '',
  description: '',
  removeImage: false,
}

const two = (number: number) => String(number).padStart(2, '0')

export const fieldTime = (time: string | null): string => {
  if (!time) return ''
  const date = new Date(time)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

const instant = (field: string): Date | null => {
  const date = new Date(field)
  return field === '' || Number.isNaN(date.getTime()) ? null : date
}

export const activityValues = (aoi: Aoi, regions: readonly Region[]): ActivityValues => {
  const { name, description, activity, groups } = aoi.properties
  return {
    name,
    communityId: activity?.communityId ?? '',
    groups: groups.toSorted(),
    start: fieldTime(activity?.startTime ?? null),
    end: fieldTime(activity?.plannedTime ?? null),
    isPublic: activity?.isPublic ?? false,
    ...placeValues(aoi, regions),
    description,
    removeImage: false,
  }
}

const comparable = (values: ActivityValues) => ({
  ...values,
  name: values.name.trim(),
  groups: values.groups.toSorted(),
  place: values.place?.at,
})

/** The fields that differ from the initial values. Only these are stored as the draft and sent by an edit. */
export const activityChanges = (initial: ActivityValues, now: ActivityValues): Partial<ActivityValues> => {
  const before = comparable(initial)
  const after = comparable(now)
  const isTouched = (field: keyof ActivityValues) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  return Object.fromEntries(Object.entries(now).filter(([field]) => isTouched(field as keyof ActivityValues)))
}

type Check = {
  changes: Partial<ActivityValues>
  isNew: boolean
  groupsOf: (communityId: string) => readonly string[]
  regions: readonly Region[]
}

/** Checks the server's rules; in an edit, only for changed fields. */
export const activityFormProblems = (
  values: ActivityValues,
  { changes, isNew, groupsOf, regions }: Check,
): FieldProblems => {
  const problems = activityProblems({
    communityId: values.communityId || undefined,
    startTime: instant(values.start),
    plannedTime: instant(values.end),
    groups: values.groups,
    groupsOfCommunity: groupsOf(values.communityId),
    hasRegion: values.region !== '' || (values.place !== null && regionAt(regions, values.place.at) !== undefined),
    serviceHasRegions: regions.length > 0 && values.place !== null,
  })
  if (!isNew) {
    if (!('communityId' in changes || 'groups' in changes)) delete problems.groups
    if (!('place' in changes || 'region' in changes)) delete problems.region
  }
  return { ...commonProblems(values), ...problems }
}

const sentTime = (field: string) => String(instant(field)?.getTime() ?? '')

const parts = (changes: Partial<ActivityValues>, address: string | undefined) => ({
  ...(changes.name !== undefined && { name: changes.name.trim() }),
  ...(changes.communityId !== undefined && { communityId: changes.communityId }),
  ...(changes.groups && { groups: JSON.stringify(changes.groups) }),
  ...(changes.start !== undefined && { startTime: sentTime(changes.start) }),
  ...(changes.end !== undefined && { plannedTime: sentTime(changes.end) }),
  ...(changes.isPublic !== undefined && { isPublic: String(changes.isPublic) }),
  ...(changes.description !== undefined && { description: changes.description }),
  ...placeParts(changes, address),
})

export const createActivityBody = (
  values: ActivityValues,
  context: { address: string | undefined; submission: SubmissionId; serviceId: string },
): CallInput<typeof aoiApi.create>['body'] => ({
  ...parts(
    { ...values, region: values.region || undefined, start: values.start || undefined, end: values.end || undefined },
    context.address,
  ),
  name: values.name.trim(),
  type: 'default',
  startCoordinates: JSON.stringify([...(values.place?.at ?? []), 1]),
  serviceId: context.serviceId,
  ...context.submission,
})

export const changeActivityBody = (
  initial: ActivityValues,
  now: ActivityValues,
  address: string | undefined,
): CallInput<typeof aoiApi.change>['body'] => {
  const changes = activityChanges(initial, now)
  return { ...parts(changes, address), ...(changes.removeImage && { removeImage: 'true' }) }
}
