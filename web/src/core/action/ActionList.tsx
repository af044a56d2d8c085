import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PresetAction } from '#contract'
import { isolated } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { SettingRow } from '../../ui/lists/SettingRow.tsx'
import { SortableList } from '../../ui/lists/SortableList.tsx'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { useActionUses, useOrderActions, useRemoveAction } from './data.ts'

type Props = {
  actions: readonly PresetAction[]
  roleName: (id: string) => string | undefined
  onEdit?: ((id: string) => void) | undefined
}

export const ActionList = ({ actions, roleName, onEdit }: Props) => {
  const { t, i18n } = useTranslation()
  const order = useOrderActions()
  const remove = useRemoveAction()
  const [deleting, setDeleting] = useState<PresetAction>()
  const uses = useActionUses(deleting?._id)
  const worth = ({ unit, value }: PresetAction) =>
    unit === 'Dollar'
      ? new Intl.NumberFormat(i18n.language, { style: 'currency', currency: 'USD' }).format(Number(value))
      : value
  const meta = (action: PresetAction) =>
    [
      `${t(`unit.${action.unit}`)}: ${isolated(worth(action))}`,
      action.setOfValuesEnabled && t('action.valuesCount', { count: action.values.length }),
      action.isCustomValue && t('action.customShort'),
      action.role && t('action.sharesWith', { role: isolated(roleName(action.role) ?? '') }),
    ]
      .filter((part) => typeof part === 'string')
      .map(isolated)
      .join(' · ')
  return (
    <>
      <SortableList
        label={t('action.list')}
        items={actions}
        idOf={({ _id }) => _id}
        nameOf={nameOf}
        onOrder={onEdit && ((ids) => order.mutate(ids))}
        render={(action, grip) => (
          <SettingRow
            grip={grip}
            name={nameOf(action)}
            meta={meta(action)}
            onEdit={onEdit && (() => onEdit(action._id))}
            remove={onEdit && { onPress: () => setDeleting(action) }}
          />
        )}
      />
      <DeleteDialog
        item={deleting}
        name={deleting ? nameOf(deleting) : ''}
        message={t('action.deleteText', { name: deleting && nameOf(deleting) })}
        uses={uses}
        deleted={t('action.deleted', { name: deleting && nameOf(deleting) })}
        remove={remove}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}
