import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EventType, suggestName } from '#contract'
import { nameOf } from '../../../i18n/names.ts'
import { useMyPosition } from '../../../ui/browser/my-position.ts'
import { DescriptionField, NameSlot, PictureField, PlaceSlot } from './CommonFields.tsx'
import { type EventFieldsProps, MoreFields, Places, Questions } from './EventFields.tsx'
import { Slot } from './Slot.tsx'
import { Guide, TypeLine } from './TypeField.tsx'
import type { EventFormState } from './use-event-form.ts'

type Props = Omit<EventFieldsProps, 'types'> & { type: EventType }

/**
 * The form of a new event on a phone, once its type is chosen: camera, place and required questions. The other fields
 * appear on request.
 */
export const QuickEventFields = ({ form, type, regions, localMaps, plan, placing }: Props) => {
  const { t } = useTranslation()
  const { values, change } = form
  const [isMore, setIsMore] = useState(plan !== undefined || values.description !== '')
  useDevicePlace(form)
  useSuggestedName(form, type)
  return (
    <>
      <TypeLine type={type} onChange={() => change('publicAction', { ...values.publicAction, id: '' })} />
      <Guide type={type} />
      <Slot name="file">
        <PictureField
          form={form}
          label={t('eventForm.image')}
          alt={t('eventForm.imageChosen')}
          isRequired={type.isPhotoRequired}
          isCameraFirst
        />
      </Slot>
      <PlaceSlot form={form} placing={placing} onPlace={(place) => change('place', place, 'startCoordinates')} />
      <NameSlot form={form} label={t('eventForm.name')} placeholder={t('eventForm.namePlaceholder')} />
      <Questions form={form} questions={type.fields.filter(({ isRequired }) => isRequired)} />
      {isMore ? (
        <>
          <Questions form={form} questions={type.fields.filter(({ isRequired }) => !isRequired)} />
          <Places form={form} regions={regions} localMaps={localMaps} plan={plan} />
          <Slot name="description">
            <DescriptionField form={form} label={t('eventForm.description')} />
          </Slot>
        </>
      ) : (
        <MoreFields onOpen={() => setIsMore(true)} />
      )}
    </>
  )
}

/** Sets the place from the device's position, unless one was chosen by hand. */
const useDevicePlace = ({ values: { place }, change }: EventFormState): void => {
  const me = useMyPosition((at) => change('place', { at, isFromDevice: true }, 'startCoordinates'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (!place || place.isFromDevice) me.ask()
  }, [])
}

const useSuggestedName = ({ values, place, change }: EventFormState, type: EventType): void => {
  const suggestion = suggestName(nameOf(type), place.address)
  const { name, suggestedName } = values
  const isReplaced = name === suggestedName && name !== suggestion
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another suggestion, not for new functions
  useEffect(() => {
    if (!isReplaced) return
    change('name', suggestion)
    change('suggestedName', suggestion)
  }, [isReplaced, suggestion])
}
