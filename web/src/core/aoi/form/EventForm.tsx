import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type EventType, type LngLat, type LocalMap, offeredTypes } from '#contract'
import type { Placing } from '../../../map/places/PlaceField.tsx'
import { AoiForm } from './AoiForm.tsx'
import { EventFields } from './EventFields.tsx'
import { QuickEventFields } from './QuickEventFields.tsx'
import { TypeTiles } from './TypeTiles.tsx'
import { type EventFormOptions, useEventForm } from './use-event-form.ts'
import { answersTo, type Values } from './values.ts'

export type EventFormProps = EventFormOptions & {
  offered: readonly string[]
  localMaps: readonly LocalMap[]
  plan?: string | undefined
  onLeave: () => void
  placing?: Placing | undefined
  similar?: ((draft: DraftLikeness) => ReactNode) | undefined
  suggestedTypes?: ((draft: DraftType) => ReactNode) | undefined
}

type DraftType = {
  serviceId: string
  types: readonly EventType[]
  typeId: string
  place: LngLat | undefined
  text: string
  onChoose: (typeId: string) => void
}

type DraftLikeness = {
  serviceId: string
  typeId: string
  place: LngLat | undefined
  text: string
  answers: { _id: string; value: string }[]
  sameAs: Values['sameAs']
  differsFrom: readonly string[]
  onSame: (twin: Values['sameAs']) => void
  onOther: (id: string) => void
}

export const EventForm = ({
  offered,
  localMaps,
  plan,
  onLeave,
  placing,
  similar,
  suggestedTypes,
  ...options
}: EventFormProps) => {
  const { t } = useTranslation()
  const form = useEventForm(options)
  const { types, regions, aoi } = options
  // An existing event keeps its type even if the role does not offer it.
  const current = types.filter(({ _id }) => _id === aoi?.properties.publicAction?._id)
  const choosable = [...new Set([...offeredTypes(types, offered), ...current])]
  const texts = { overtaken: t('eventForm.overtaken'), create: t('eventForm.create') }
  const { values, change } = form
  const draft = {
    serviceId: options.serviceId,
    typeId: values.publicAction.id,
    place: values.place?.at,
    text: `${values.name} ${values.description.replace(/<[^>]*>/g, ' ')}`,
  }
  const twins =
    form.isNew &&
    similar?.({
      ...draft,
      answers: answersTo(form.type, values.publicAction.fields),
      sameAs: values.sameAs,
      differsFrom: values.differsFrom,
      onSame: (twin) => change('sameAs', twin),
      onOther: (id) => change('differsFrom', [...values.differsFrom, id].slice(-10)),
    })
  // `placing` is set on phones, where a new event starts with tiles for its type.
  if (placing && form.isNew && !form.type) return <TypeTiles types={choosable} onChoose={form.chooseType} />
  if (placing && form.isNew && form.type)
    return (
      <AoiForm form={form} texts={texts} onLeave={onLeave}>
        <QuickEventFields
          form={form}
          type={form.type}
          regions={regions}
          localMaps={localMaps}
          plan={plan}
          placing={placing}
        />
        {twins}
      </AoiForm>
    )
  return (
    <AoiForm form={form} texts={texts} onLeave={onLeave}>
      <EventFields
        form={form}
        types={choosable}
        regions={regions}
        localMaps={localMaps}
        plan={plan}
        placing={placing}
        suggestedTypes={form.isNew && suggestedTypes?.({ ...draft, types: choosable, onChoose: form.chooseType })}
      />
      {twins}
    </AoiForm>
  )
}
