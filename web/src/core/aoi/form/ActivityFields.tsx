import { MultiSelect, Select, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Region } from '#contract'
import { nameOf } from '../../../i18n/names.ts'
import type { Placing } from '../../../map/places/PlaceField.tsx'
import { MomentField } from '../../../ui/fields/MomentField.tsx'
import type { ActivityValues } from './activity-values.ts'
import { DescriptionField, NameSlot, PictureField, PlaceSlot, RegionField } from './CommonFields.tsx'
import { Slot } from './Slot.tsx'
import type { AoiFormState } from './use-aoi-form.ts'

export type ActivityChoices = {
  communities: readonly { _id: string; name: string }[]
  groups: readonly { _id: string; communityId: string; name: string }[]
  regions: readonly Region[]
}

type Props = ActivityChoices & { form: AoiFormState<ActivityValues>; placing: Placing | undefined }

export const ActivityFields = ({ form, communities, groups, regions, placing }: Props) => {
  const { t } = useTranslation()
  const { values, errorOf, change, leave } = form
  const ofCommunity = groups.filter(({ communityId }) => communityId === values.communityId)
  return (
    <>
      <NameSlot form={form} label={t('activityForm.name')} placeholder={t('activityForm.namePlaceholder')} />
      <Slot name="communityId">
        <Select
          label={t('activityForm.community')}
          withAsterisk
          placeholder={t('activityForm.chooseCommunity')}
          value={values.communityId || null}
          onChange={(id) => {
            if (!id || id === values.communityId) return
            change('communityId', id)
            change('groups', [])
          }}
          onBlur={() => leave('communityId')}
          error={errorOf('communityId')}
          data={communities.map(({ _id, name }) => ({ value: _id, label: name }))}
          searchable={communities.length > 7}
          allowDeselect={false}
        />
      </Slot>
      {ofCommunity.length > 0 && (
        <Slot name="groups">
          <MultiSelect
            label={t('activityForm.groups')}
            withAsterisk
            placeholder={values.groups.length === 0 ? t('activityForm.chooseGroups') : undefined}
            value={values.groups}
            onChange={(ids) => change('groups', ids)}
            onBlur={() => leave('groups')}
            error={errorOf('groups')}
            data={ofCommunity.map((group) => ({ value: group._id, label: nameOf(group) }))}
          />
        </Slot>
      )}
      <Slot name="startTime">
        <TimeField form={form} field="start" slot="startTime" label={t('activityForm.start')} />
      </Slot>
      <Slot name="plannedTime">
        <TimeField form={form} field="end" slot="plannedTime" label={t('activityForm.end')} />
      </Slot>
      <PlaceSlot
        form={form}
        placing={placing}
        onPlace={(place) => {
          change('place', place, 'startCoordinates')
          form.setFieldProblem('region', undefined)
        }}
      />
      {regions.length > 0 && (
        <Slot name="region">
          <RegionField form={form} regions={regions} isRequired />
        </Slot>
      )}
      <Slot name="description">
        <DescriptionField form={form} label={t('activityForm.description')} />
      </Slot>
      <Slot name="file">
        <PictureField form={form} label={t('activityForm.image')} alt={t('activityForm.imageChosen')} />
      </Slot>
      <Slot name="isPublic">
        <Switch
          label={t('activityForm.isPublic')}
          description={t('activityForm.isPublicHint')}
          checked={values.isPublic}
          onChange={(event) => change('isPublic', event.currentTarget.checked)}
        />
      </Slot>
    </>
  )
}

type TimeProps = {
  form: AoiFormState<ActivityValues>
  field: 'start' | 'end'
  slot: 'startTime' | 'plannedTime'
  label: string
}

/** An activity needs a start or an end, so a change of one clears the error of the other. */
const TimeField = ({ form, field, slot, label }: TimeProps) => (
  <MomentField
    label={label}
    value={form.values[field]}
    onChange={(value) => {
      form.change(field, value, slot)
      form.setFieldProblem(field === 'start' ? 'plannedTime' : 'startTime', undefined)
    }}
    onBlur={() => form.values[field] && form.leave('plannedTime')}
    error={form.errorOf(slot)}
  />
)
