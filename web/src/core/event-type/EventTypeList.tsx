import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventType } from '#contract'
import { isolated } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { SymbolSign } from '../../ui/icons/SymbolSign.tsx'
import { SettingRow } from '../../ui/lists/SettingRow.tsx'
import { SortableList } from '../../ui/lists/SortableList.tsx'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { useEventTypeUses, useOrderEventTypes, useRemoveEventType } from './data.ts'

type Props = {
  service: string
  types: readonly EventType[]
  onEdit?: ((id: string) => void) | undefined
}

export const EventTypeList = ({ service, types, onEdit }: Props) => {
  const { t } = useTranslation()
  const order = useOrderEventTypes(service)
  const remove = useRemoveEventType()
  const [deleting, setDeleting] = useState<EventType>()
  const uses = useEventTypeUses(deleting?._id)
  const name = deleting ? nameOf(deleting) : ''
  return (
    <>
      <SortableList
        label={t('panel.eventssettings')}
        items={types}
        idOf={({ _id }) => _id}
        nameOf={nameOf}
        onOrder={onEdit && ((ids) => order.mutate(ids))}
        render={(type, grip) => (
          <SettingRow
            grip={grip}
            sign={<SymbolSign icon={type.icon} colour={type.colour} />}
            name={nameOf(type)}
            meta={
              type.fields.length > 0
                ? type.fields.map((field) => isolated(nameOf(field))).join(' · ')
                : t('eventType.noQuestions')
            }
            onEdit={onEdit && (() => onEdit(type._id))}
            remove={onEdit && { onPress: () => setDeleting(type) }}
          />
        )}
      />
      <DeleteDialog
        item={deleting}
        name={name}
        message={t('eventType.deleteText', { name })}
        uses={uses}
        deleted={t('eventType.deleted', { name })}
        remove={remove}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}
