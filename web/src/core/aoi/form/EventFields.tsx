import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerField, type EventType, type LocalMap, type Question, type Region } from '#contract'
import type { Placing } from '../../../map/places/PlaceField.tsx'
import { DescriptionField, NameSlot, PictureField, PlaceSlot, RegionField } from './CommonFields.tsx'
import { LocalMapField } from './LocalMapField.tsx'
import { QuestionField } from './QuestionField.tsx'
import { Slot } from './Slot.tsx'
import { TypeField } from './TypeField.tsx'
import type { EventFormState } from './use-event-form.ts'

export type EventFieldsProps = {
  form: EventFormState
  types: readonly EventType[]
  regions: readonly Region[]
  localMaps: readonly LocalMap[]
  plan?: string | undefined
  placing: Placing | undefined
  suggestedTypes?: ReactNode
}

export const EventFields = ({ form, types, regions, localMaps, plan, placing, suggestedTypes }: EventFieldsProps) => {
  const { t } = useTranslation()
  const { type, errorOf, change, leave, values } = form
  const isPlaced = values.region !== '' || values.localMaps.length > 0
  const [isAsked, setIsMore] = useState(plan !== undefined || isPlaced)
  const isMore = isAsked || errorOf('region') !== undefined || errorOf('localMaps') !== undefined
  return (
    <>
      <NameSlot form={form} label={t('eventForm.name')} placeholder={t('eventForm.namePlaceholder')} />
      <Slot name="publicAction">
        <TypeField
          types={types}
          type={type}
          error={errorOf('publicAction')}
          onChoose={form.chooseType}
          onLeave={() => leave('publicAction')}
        />
        {suggestedTypes}
      </Slot>
      <Questions form={form} questions={type?.fields ?? []} />
      <PlaceSlot form={form} placing={placing} onPlace={(place) => change('place', place, 'startCoordinates')} />
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
      {isMore ? (
        <Places form={form} regions={regions} localMaps={localMaps} plan={plan} />
      ) : (
        regions.length + localMaps.length > 0 && <MoreFields onOpen={() => setIsMore(true)} />
      )}
    </>
  )
}

export const MoreFields = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation()
  return (
    <Button variant="subtle" size="md" rightSection={<IconChevronDown size={18} stroke={1.75} />} onClick={onOpen}>
      {t('eventForm.more')}
    </Button>
  )
}

export const Questions = ({ form, questions }: { form: EventFormState; questions: readonly Question[] }) =>
  questions.map((question) => {
    const slot = answerField(question._id)
    return (
      <Slot key={question._id} name={slot}>
        <QuestionField
          question={question}
          value={form.values.publicAction.fields[question._id] ?? ''}
          error={form.errorOf(slot)}
          onChange={(value) => form.answer(question._id, value, slot)}
          onLeave={() => form.leave(slot)}
        />
      </Slot>
    )
  })

export const Places = ({
  form,
  regions,
  localMaps,
  plan,
}: Omit<EventFieldsProps, 'types' | 'placing' | 'suggestedTypes'>) => {
  const { values, round, errorOf, change } = form
  return (
    <>
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
    </>
  )
}
