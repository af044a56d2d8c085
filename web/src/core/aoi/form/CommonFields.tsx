import { Select, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Region } from '#contract'
import { nameOf } from '../../../i18n/names.ts'
import { PlaceField, type Placing } from '../../../map/places/PlaceField.tsx'
import type { Place } from '../../../map/places/place-text.ts'
import { ImageField } from '../../../ui/images/ImageField.tsx'
import { NAME_MAX } from './common-values.ts'
import classes from './EventForm.module.css'
import { regionAt } from './region-at.ts'
import { Slot } from './Slot.tsx'
import type { CommonValues } from './state.ts'
import type { AoiFormState } from './use-aoi-form.ts'

const RichTextEditor = lazy(() =>
  import('../../../ui/text/RichTextEditor.tsx').then((file) => ({ default: file.RichTextEditor })),
)

type Form = Pick<
  AoiFormState<CommonValues>,
  'round' | 'errorOf' | 'image' | 'stored' | 'chooseImage' | 'removeImage' | 'setFieldProblem'
> & {
  values: CommonValues
  change: (field: 'region' | 'description', value: string) => void
}

type NameProps = {
  form: Pick<AoiFormState<CommonValues>, 'errorOf' | 'leave'> & {
    values: CommonValues
    change: (field: 'name', value: string) => void
  }
  label: string
  placeholder: string
}

export const NameSlot = ({ form, label, placeholder }: NameProps) => {
  const { t } = useTranslation()
  const { length } = form.values.name.trim()
  const isTooLong = length > NAME_MAX
  return (
    <Slot name="name">
      <TextInput
        label={label}
        withAsterisk
        placeholder={placeholder}
        value={form.values.name}
        onChange={(event) => form.change('name', event.currentTarget.value)}
        onBlur={() => form.leave('name')}
        error={isTooLong ? t('form.longerThan', { max: NAME_MAX, length }) : form.errorOf('name')}
        classNames={{ input: classes.words }}
      />
    </Slot>
  )
}

type PlaceProps = {
  form: Pick<AoiFormState<CommonValues>, 'errorOf' | 'leave' | 'place'> & { values: CommonValues }
  placing: Placing | undefined
  onPlace: (place: Place | null) => void
}

export const PlaceSlot = ({ form, placing, onPlace }: PlaceProps) => (
  <Slot name="startCoordinates">
    <PlaceField
      place={form.values.place}
      text={form.place}
      error={form.errorOf('startCoordinates')}
      onPlace={onPlace}
      onLeave={() => form.leave('startCoordinates')}
      placing={placing}
    />
  </Slot>
)

/** An empty field stands for the region that contains the place. */
export const RegionField = ({
  form,
  regions,
  isRequired = false,
}: {
  form: Form
  regions: readonly Region[]
  isRequired?: boolean
}) => {
  const { t } = useTranslation()
  const { place, region } = form.values
  const there = place ? regionAt(regions, place.at) : undefined
  const regionOfPlace = there && nameOf(there)
  return (
    <Select
      label={t('eventForm.region')}
      withAsterisk={isRequired}
      placeholder={regionOfPlace ? t('eventForm.regionOfPlace', { name: regionOfPlace }) : t('eventForm.regionByPlace')}
      value={region || null}
      onChange={(id) => form.change('region', id ?? '')}
      data={regions.map((one) => ({ value: one._id, label: nameOf(one) }))}
      error={form.errorOf('region')}
      clearable
      clearButtonProps={{ 'aria-label': t('eventForm.regionClear') }}
    />
  )
}

export const DescriptionField = ({ form, label }: { form: Form; label: string }) => {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<div className={classes.editor} role="status" aria-label={t('word.loading')} />}>
      <RichTextEditor
        key={form.round}
        isPlain
        label={label}
        value={form.values.description}
        onChange={(html) => form.change('description', html)}
        error={form.errorOf('description')}
      />
    </Suspense>
  )
}

type PictureProps = { form: Form; label: string; alt: string; isRequired?: boolean; isCameraFirst?: boolean }

export const PictureField = ({ form, label, alt, isRequired = false, isCameraFirst = false }: PictureProps) => (
  <ImageField
    isCameraFirst={isCameraFirst}
    label={label}
    isRequired={isRequired}
    file={form.image}
    src={form.values.removeImage ? undefined : form.stored}
    alt={alt}
    error={form.errorOf('file')}
    onChoose={form.chooseImage}
    onRemove={form.removeImage}
    onProblem={(problem) => form.setFieldProblem('file', problem)}
  />
)
