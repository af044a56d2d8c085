import { useTranslation } from 'react-i18next'
import type { Aoi } from '#contract'
import type { Placing } from '../../../map/places/PlaceField.tsx'
import { type ActivityChoices, ActivityFields } from './ActivityFields.tsx'
import { AoiForm } from './AoiForm.tsx'
import {
  type ActivityValues,
  activityChanges,
  activityFormProblems,
  activityValues,
  changeActivityBody,
  createActivityBody,
  emptyActivity,
} from './activity-values.ts'
import { useAoiForm } from './use-aoi-form.ts'

type Props = ActivityChoices & {
  draft: string
  aoi?: Aoi | undefined
  serviceId: string
  /** Preset start of a new activity, such as a day picked in the calendar, in the format of `ActivityValues.start`. */
  start?: string | undefined
  onSaved: (aoi: Aoi) => void
  onKept: () => void
  onLeave: () => void
  placing?: Placing | undefined
}

export const ActivityForm = (props: Props) => {
  const { draft, aoi, serviceId, communities, groups, regions, start = '', onSaved, onKept, onLeave, placing } = props
  const { t } = useTranslation()
  // If there is only one community, it is preselected.
  const communityId = communities.length === 1 ? (communities[0]?._id ?? '') : ''
  const groupsOf = (id: string) => groups.filter((group) => group.communityId === id).map(({ _id }) => _id)
  const form = useAoiForm<ActivityValues>({
    draft,
    aoi,
    onSaved,
    onKept,
    rules: {
      valuesOf: (one) => (one ? activityValues(one, regions) : { ...emptyActivity, communityId, start }),
      changesOf: activityChanges,
      problemsOf: (now, check) => activityFormProblems(now, { ...check, groupsOf, regions }),
      createBody: (now, context) => createActivityBody(now, { ...context, serviceId }),
      changeBody: ({ initial, now }, { address }) => changeActivityBody(initial, now, address),
      created: t('activityForm.created'),
      updated: t('activityForm.updated'),
    },
  })
  const texts = { overtaken: t('activityForm.overtaken'), create: t('activityForm.create') }
  return (
    <AoiForm form={form} texts={texts} onLeave={onLeave}>
      <ActivityFields form={form} communities={communities} groups={groups} regions={regions} placing={placing} />
    </AoiForm>
  )
}
