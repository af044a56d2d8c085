import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { GroupHeader } from '../../ui/lists/GroupHeader.tsx'
import { SettingRow } from '../../ui/lists/SettingRow.tsx'
import { SortableList } from '../../ui/lists/SortableList.tsx'
import { rolesToChoose, useArchiveRole, useOrderRoles } from './data.ts'

type Props = {
  service: string
  roles: readonly Role[]
  onEdit?: ((id: string) => void) | undefined
}

/**
 * The roles in their order, with archived roles below. Roles are archived instead of deleted, because members have
 * them.
 */
export const RoleList = ({ service, roles, onEdit }: Props) => {
  const { t } = useTranslation()
  const order = useOrderRoles(service)
  const archive = useArchiveRole()
  const [isOpen, setIsOpen] = useState(false)
  const archived = roles.filter(({ isArchived }) => isArchived)
  const archivedIds = archived.map(({ _id }) => _id)
  const meta = (role: Role) =>
    [
      role.isViewer && t('role.viewerShort'),
      role.actions.length > 0 ? t('role.actionsCount', { count: role.actions.length }) : t('role.allActions'),
      role.publicActions.length > 0 ? t('role.typesCount', { count: role.publicActions.length }) : t('role.allTypes'),
    ]
      .filter(Boolean)
      .join(' · ')
  const list = (label: string, items: readonly Role[], onOrder?: (ids: string[]) => void) => (
    <SortableList
      label={label}
      items={items}
      idOf={({ _id }) => _id}
      nameOf={nameOf}
      onOrder={onOrder}
      render={(role, grip) => (
        <SettingRow
          grip={grip}
          name={nameOf(role)}
          meta={meta(role)}
          onEdit={onEdit && (() => onEdit(role._id))}
          archive={onEdit && { isArchived: role.isArchived, onPress: () => archive(role) }}
        />
      )}
    />
  )
  return (
    <>
      {list(t('role.list'), rolesToChoose(roles), onEdit && ((ids) => order.mutate([...ids, ...archivedIds])))}
      {archived.length > 0 && (
        <GroupHeader
          title={t('role.archivedList')}
          count={archived.length}
          isOpen={isOpen}
          tabIndex={0}
          onPress={() => setIsOpen(!isOpen)}
        />
      )}
      {isOpen && list(t('role.archivedList'), archived)}
    </>
  )
}
