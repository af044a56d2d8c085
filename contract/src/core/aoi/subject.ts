import type { AoiSubject, Subject } from '../../platform/access/subject.ts'
import { isActivityDraft } from './activity-rules.ts'
import type { AoiKind, AoiSummary } from './schema.ts'

export const kindOfAoi = ({ properties }: Pick<AoiSummary, 'properties'>): AoiKind =>
  properties.activity ? 'activity' : properties.forSensors ? 'sensor' : 'event'

/** Subject of an AOI from a reply. Every receiver of the reply can see the AOI, by its service or by a share. */
export const aoiSubject = (aoi: Pick<AoiSummary, 'serviceId' | 'state' | 'region' | 'properties'>): AoiSubject => ({
  serviceId: aoi.serviceId,
  kind: kindOfAoi(aoi),
  state: aoi.state,
  creatorId: aoi.properties.creatorID,
  eventTypeId: aoi.properties.publicAction?._id ?? null,
  regionId: aoi.region,
  isSharedWithMe: true,
})

type Draft = Parameters<typeof isActivityDraft>[0] & {
  forSensors: boolean
  publicAction?: { publicActionId: string } | undefined
}

export const newAoiSubject = (
  draft: Draft,
  place: Pick<Subject<'newAoi'>, 'serviceId' | 'regionId'>,
): Subject<'newAoi'> => ({
  ...place,
  eventTypeId: draft.publicAction?.publicActionId ?? null,
  kind: draft.forSensors ? 'sensor' : isActivityDraft(draft) ? 'activity' : 'event',
})
