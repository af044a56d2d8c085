import { useTranslation } from 'react-i18next'
import type { Role } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { SettingRow } from '../../ui/lists/SettingRow.tsx'
import { SortableList } from '../../ui/lists/SortableList.tsx'
import { useOrderRoles } from './data.ts'

type Props = {
  service: string
  roles: readonly Role[]
  onEdit?: ((id: string) => void) | undefined
}

/** The roles in their order. A role cannot be deleted, because members have it. */
export const RoleList = ({ service, roles, onEdit }: Props) => {
  const { t } = useTranslation()
  const order = useOrderRoles(service)
  const meta = (role: Role) =>
    [
      role.isViewer && t('role.viewerShort'),
      role.actions.length > 0 ? t('role.actionsCount', { count: role.actions.length }) : t('role.allActions'),
      role.publicActions.length > 0 ? t('role.typesCount', { count: role.publicActions.length }) : t('role.allTypes'),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <SortableList
      label={t('role.list')}
      items={roles}
      idOf={({ _id }) => _id}
      nameOf={nameOf}
      onOrder={onEdit && ((ids) => order.mutate(ids))}
      render={(role, grip) => (
        <SettingRow
          grip={grip}
          name={nameOf(role)}
          meta={meta(role)}
          onEdit={onEdit && (() => onEdit(role._id))}
          remove={onEdit && { disabled: t('role.noDelete') }}
        />
      )}
    />
  )
}
