import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useTranslation } from 'react-i18next'
import { answerField, type EventType, type LocalMap, type Region } from '#contract'
import { PlaceField, type Placing } from '../../map/PlaceField.tsx'
import { DescriptionField, PictureField, RegionField } from './CommonFields.tsx'
import classes from './EventForm.module.css'
import { LocalMapField } from './LocalMapField.tsx'
import { QuestionField } from './QuestionField.tsx'
import { Slot } from './Slot.tsx'
import { TypeField } from './TypeField.tsx'
import type { EventFormState } from './use-event-form.ts'

type Props = {
  form: EventFormState
  /** The types to select from. */
  types: readonly EventType[]
  regions: readonly Region[]
  localMaps: readonly LocalMap[]
  /** The plan that is open: preselected for a new event. */
  plan?: string | undefined
  placing: Placing | undefined
}

/** The fields of an event: name, type and its questions, place, region, plan, description, image. */
export const EventFields = ({ form, types, regions, localMaps, plan, placing }: Props) => {
  const { t } = useTranslation()
  const { values, type, round, errorOf, change, leave } = form
  return (
    <>
      <Slot name="name">
        <TextInput
          label={t('eventForm.name')}
          withAsterisk
          placeholder={t('eventForm.namePlaceholder')}
          value={values.name}
          onChange={(event) => change('name', event.currentTarget.value)}
          onBlur={() => leave('name')}
          error={errorOf('name')}
          classNames={{ input: classes.words }}
        />
      </Slot>
      <Slot name="publicAction">
        <TypeField
          types={types}
          type={type}
          error={errorOf('publicAction')}
          onChoose={(id) => {
            const fields = { ...startsOf(types.find(({ _id }) => _id === id)), ...values.publicAction.fields }
            change('publicAction', { id, fields })
          }}
          onLeave={() => leave('publicAction')}
        />
      </Slot>
      {type?.fields.map((question) => {
        const slot = answerField(question._id)
        return (
          <Slot key={question._id} name={slot}>
            <QuestionField
              question={question}
              value={values.publicAction.fields[question._id] ?? ''}
              error={errorOf(slot)}
              onChange={(value) => form.answer(question._id, value, slot)}
              onLeave={() => leave(slot)}
            />
          </Slot>
        )
      })}
      <Slot name="startCoordinates">
        <PlaceField
          place={values.place}
          text={form.place}
          error={errorOf('startCoordinates')}
          onPlace={(place) => change('place', place, 'startCoordinates')}
          onLeave={() => leave('startCoordinates')}
          placing={placing}
        />
      </Slot>
      {regions.length > 0 && (
        <Slot name="region">
          <RegionField form={form} regions={regions} />
        </Slot>
      )}
      {localMaps.length > 0 && (
        <Slot name="localMaps">
          <LocalMapField
            key={round}
            localMaps={localMaps}
            placed={values.localMaps}
            plan={plan}
            error={errorOf('localMaps')}
            onPlaced={(placed) => change('localMaps', placed)}
            onRegion={(id) => change('region', id)}
            onPoint={(at) => values.place ?? change('place', { at }, 'startCoordinates')}
          />
        </Slot>
      )}
      <Slot name="description">
        <DescriptionField form={form} label={t('eventForm.description')} />
      </Slot>
      <Slot name="file">
        <PictureField
          form={form}
          label={t('eventForm.image')}
          alt={t('eventForm.imageChosen')}
          isRequired={type?.isPhotoRequired ?? false}
        />
      </Slot>
    </>
  )
}

/** The default answers of a type's questions; they do not replace typed ones. */
const startsOf = (type: EventType | undefined): Record<string, string> =>
  Object.fromEntries(type?.fields.flatMap(({ _id, value }) => (value ? [[_id, value]] : [])) ?? [])
