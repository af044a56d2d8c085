import { Select } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FieldProblem,
  type FieldProblems,
  fieldProblems,
  type Group,
  GroupDraft,
  type LngLat,
  type Translations,
} from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { PlaceField, type Placing } from '../../map/places/PlaceField.tsx'
import { usePlaceText } from '../../map/places/place-text.ts'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { dropDraftFile, useDraftFile } from '../../ui/forms/draft-file.ts'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { fieldText } from '../../ui/forms/form.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ImageField } from '../../ui/images/ImageField.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useSaveGroup } from './group-data.ts'

const TranslatedRichText = lazy(() =>
  import('../../ui/fields/TranslatedRichText.tsx').then((file) => ({ default: file.TranslatedRichText })),
)

type Option = { _id: string; name: string }

type Props = {
  draft: string
  group: Group | undefined
  communities: readonly Option[]
  members: readonly Option[]
  localMaps: readonly Option[]
  me: string
  placing: Placing | undefined
  onDone: (group: Group) => void
}

type Values = {
  communityId: string
  name: string
  translations: Translations
  description: string
  place: { at: LngLat; address?: string } | null
  location: string
  selectedLocalmap: string
  adminId: string
}

const valuesOf = (group: Group): Values => ({
  communityId: group.communityId,
  name: group.name,
  translations: group.translations,
  description: group.description,
  place: group.position && { at: group.position, ...(group.location && { address: group.location }) },
  location: group.location,
  selectedLocalmap: group.selectedLocalmap ?? '',
  adminId: group.adminId ?? '',
})

const options = (things: readonly Option[]) => things.map(({ _id, name }) => ({ value: _id, label: name }))

export const GroupForm = ({ draft, group, communities, members, localMaps, me, placing, onDone }: Props) => {
  const { t } = useTranslation()
  const save = useSaveGroup(group?._id)
  const [newPhoto, setNewPhoto] = useDraftFile(draft)
  const [isPhotoRemoved, setIsPhotoRemoved] = useState(false)
  const photo = newPhoto ?? (isPhotoRemoved ? null : undefined)
  // React key that remounts the editor, which has local state, after each save.
  const [round, setRound] = useState(0)
  const [photoProblem, setPhotoProblem] = useState<FieldProblem>()
  const first = communities.length === 1 ? (communities[0]?._id ?? '') : ''
  const empty: Values = {
    communityId: first,
    name: '',
    translations: {},
    description: '',
    place: null,
    location: '',
    selectedLocalmap: '',
    adminId: me,
  }
  const asSent = (values: Values, address: string | undefined) => ({
    communityId: values.communityId,
    name: values.name.trim(),
    translations: values.translations,
    description: values.description,
    location: values.place
      ? (values.place.address ??
        address ??
        values.place.at
          .map((part) => part.toFixed(5))
          .toReversed()
          .join(', '))
      : values.location,
    position: values.place?.at ?? null,
    selectedLocalmap: values.selectedLocalmap || null,
    adminId: values.adminId || null,
  })
  const check = (values: Values): FieldProblems => {
    const { error } = GroupDraft.safeParse(asSent(values, undefined))
    const { location, communityId, ...problems } = error ? fieldProblems(error) : ({} as FieldProblems)
    return {
      ...problems,
      ...(communityId && { communityId: 'form.required' as const }),
      ...(location && { place: 'form.required' as const }),
    }
  }
  const form = useDraftForm<Values>({ draft, saved: group ? valuesOf(group) : empty, check })
  const { values, set } = form
  const translated = form.translations()
  const placeText = usePlaceText(values.place)
  const error = (field: string) => form.errorOf(field) as string | undefined
  const send = async () => {
    const saved = await save.mutateAsync({ body: asSent(values, placeText.address), photo })
    form.forget()
    dropDraftFile(draft)
    toast({ message: t(group ? 'groupForm.updated' : 'groupForm.created', { name: nameOf(saved) }) })
    onDone(saved)
  }
  return (
    <FormFrame
      label={t(group ? 'panel.editGroup' : 'panel.newGroup')}
      isNew={!group}
      isMoreChanged={photo !== undefined}
      isBusy={save.isPending}
      form={form}
      send={send}
      onDiscard={() => {
        setNewPhoto(null)
        setIsPhotoRemoved(false)
        setRound(round + 1)
      }}
    >
      <TranslatedInput
        label={t('groupForm.name')}
        field="name"
        withAsterisk
        maxLength={200}
        {...form.textField('name')}
        {...translated}
      />
      <Select
        label={t('groupForm.community')}
        withAsterisk
        placeholder={t('groupForm.chooseCommunity')}
        data={options(communities)}
        value={values.communityId || null}
        onChange={(id) => id && set('communityId', id)}
        allowDeselect={false}
        error={error('communityId')}
      />
      <Suspense fallback={<div role="status" aria-label={t('word.loading')} />}>
        <TranslatedRichText
          key={round}
          label={t('groupForm.description')}
          field="description"
          value={values.description}
          onChange={(html) => set('description', html)}
          error={error('description')}
          {...translated}
        />
      </Suspense>
      <PlaceField
        place={values.place}
        text={values.place ? placeText : { address: values.location || undefined, description: undefined }}
        error={error('place') ?? error('location')}
        onPlace={(place) => set('place', place)}
        onType={(text) => {
          set('place', null)
          set('location', text)
        }}
        onLeave={() => form.leave('place')}
        placing={placing}
      />
      {localMaps.length > 0 && (
        <Select
          label={t('groupForm.localMap')}
          placeholder={t('groupForm.noLocalMap')}
          data={options(localMaps)}
          value={values.selectedLocalmap || null}
          onChange={(id) => set('selectedLocalmap', id ?? '')}
          clearable
          error={error('selectedLocalmap')}
        />
      )}
      <Select
        label={t('groupForm.admin')}
        placeholder={t('groupForm.chooseAdmin')}
        searchable
        data={options(members)}
        value={values.adminId || null}
        onChange={(id) => set('adminId', id ?? '')}
        clearable
        error={error('adminId')}
      />
      <ImageField
        label={t('groupForm.photo')}
        file={newPhoto}
        src={isPhotoRemoved ? undefined : (group?.photo ?? undefined)}
        alt={t('groupForm.photoAlt')}
        error={photoProblem && fieldText(photoProblem, t)}
        onChoose={(file) => {
          setNewPhoto(file)
          setPhotoProblem(undefined)
        }}
        onRemove={() => (newPhoto ? setNewPhoto(null) : setIsPhotoRemoved(true))}
        onProblem={setPhotoProblem}
      />
    </FormFrame>
  )
}
