import { useTranslation } from 'react-i18next'
import { type LocalMap, offeredTypes } from '#contract'
import type { Placing } from '../../map/PlaceField.tsx'
import { AoiForm } from './AoiForm.tsx'
import { EventFields } from './EventFields.tsx'
import { QuickEventFields } from './QuickEventFields.tsx'
import { TypeTiles } from './TypeTiles.tsx'
import { type EventFormOptions, useEventForm } from './use-event-form.ts'

export type EventFormProps = EventFormOptions & {
  /** Ids of the types that the member's role offers; empty: all. */
  offered: readonly string[]
  localMaps: readonly LocalMap[]
  plan?: string | undefined
  onLeave: () => void
  placing?: Placing | undefined
}

/** Creates or edits an event. */
export const EventForm = ({ offered, localMaps, plan, onLeave, placing, ...options }: EventFormProps) => {
  const { t } = useTranslation()
  const form = useEventForm(options)
  const { types, regions, aoi } = options
  // An event keeps its type, even if the editor's role does not offer it.
  const current = types.filter(({ _id }) => _id === aoi?.properties.publicAction?._id)
  const choosable = [...new Set([...offeredTypes(types, offered), ...current])]
  const texts = { overtaken: t('eventForm.overtaken'), create: t('eventForm.create') }
  // A form that covers the map is one on a phone.
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
      />
    </AoiForm>
  )
}
