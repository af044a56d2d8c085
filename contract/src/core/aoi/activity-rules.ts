import type { FieldProblems } from '../../platform/http/problem.ts'

type ActivityDraft = {
  communityId: string | undefined
  startTime: Date | null
  plannedTime: Date | null
  groups: readonly string[]
  /** All groups of the chosen community; undefined while they are unknown. */
  groupsOfCommunity: readonly string[] | undefined
  /** Whether a region was chosen or contains the activity's place. */
  hasRegion: boolean
  serviceHasRegions: boolean
}

export const activityProblems = (draft: ActivityDraft): FieldProblems => {
  const { communityId, startTime, plannedTime, groups, groupsOfCommunity } = draft
  const problems: FieldProblems = {}
  if (!communityId) problems.communityId = 'form.required'
  if (!startTime && !plannedTime) problems.startTime = 'form.activityTime'
  if (startTime && plannedTime && plannedTime < startTime) problems.plannedTime = 'form.endBeforeStart'
  if (groupsOfCommunity) {
    if (groups.some((id) => !groupsOfCommunity.includes(id))) problems.groups = 'form.invalid'
    else if (groupsOfCommunity.length > 0 && groups.length === 0) problems.groups = 'form.required'
  }
  if (draft.serviceHasRegions && !draft.hasRegion) problems.region = 'form.required'
  return problems
}

export const isActivityDraft = (draft: {
  communityId?: string | undefined
  groups?: unknown
  startTime?: Date | null | undefined
  plannedTime?: Date | null | undefined
  isPublic?: boolean | undefined
}): boolean =>
  draft.communityId !== undefined ||
  draft.groups !== undefined ||
  draft.startTime !== undefined ||
  draft.plannedTime !== undefined ||
  draft.isPublic === true
