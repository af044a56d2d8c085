import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { useRemoveLocalMap, useRemoveRegion } from './data.ts'

type Props = { thing: { kind: 'region' | 'localMap'; _id: string; name: string } | undefined; onClose: () => void }

export const Deletion = ({ thing, onClose }: Props) => {
  const { t } = useTranslation()
  const region = useRemoveRegion()
  const localMap = useRemoveLocalMap()
  return (
    <DeleteDialog
      item={thing}
      name={thing?.name ?? ''}
      message={t(`region.deleteText.${thing?.kind ?? 'region'}`)}
      deleted={t('region.deleted', { name: thing?.name })}
      remove={thing?.kind === 'localMap' ? localMap : region}
      onClose={onClose}
    />
  )
}
