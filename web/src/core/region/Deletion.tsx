import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { useRegionUses, useRemoveLocalMap, useRemoveRegion } from './data.ts'

type Props = { thing: { kind: 'region' | 'localMap'; _id: string; name: string } | undefined; onClose: () => void }

export const Deletion = ({ thing, onClose }: Props) => {
  const { t } = useTranslation()
  const region = useRemoveRegion()
  const localMap = useRemoveLocalMap()
  const kind = thing?.kind ?? 'region'
  const uses = useRegionUses(kind === 'region' ? thing?._id : undefined)
  const name = thing?.name ?? ''
  return (
    <DeleteDialog
      item={thing}
      name={name}
      message={t(`region.deleteText.${kind}`, { name })}
      deleted={t(`region.deleted.${kind}`, { name })}
      remove={kind === 'localMap' ? localMap : region}
      {...(kind === 'region' && { uses })}
      onClose={onClose}
    />
  )
}
