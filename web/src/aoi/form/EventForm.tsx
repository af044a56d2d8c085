import { useTranslation } from 'react-i18next'
import { type LocalMap, offeredTypes } from '#contract'
import type { Placing } from '../../map/PlaceField.tsx'
import { AoiForm } from './AoiForm.tsx'
import { EventFields } from './EventFields.tsx'
import { type EventFormOptions, useEventForm } from './use-event-form.ts'

export type EventFormProps = EventFormOptions & {
  /** The types of the member's role; none listed means all. */
  offered: readonly string[]
  localMaps: readonly LocalMap[]
  plan?: string | undefined
  onLeave: () => void
  placing?: Placing | undefined
}

/** Reports an event, or changes one. */
export const EventForm = ({ offered, localMaps, plan, onLeave, placing, ...options }: EventFormProps) => {
  const { t } = useTranslation()
  const form = useEventForm(options)
  const { types, regions, aoi } = options
  // An event keeps the type it has, even where the editor's role does not offer it.
  const kept = types.filter(({ _id }) => _id === aoi?.properties.publicAction?._id)
  const choosable = [...new Set([...offeredTypes(types, offered), ...kept])]
  const words = { overtaken: t('eventForm.overtaken'), create: t('eventForm.create') }
  return (
    <AoiForm form={form} words={words} onLeave={onLeave}>
      <EventFields
        form={form}
        types={choosable}
        regions={regions}
        localMaps={localMaps}
        plan={plan}
        placing={placing}
      />
    </AoiForm>
  )
}
