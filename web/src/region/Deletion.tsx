import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../ui/overlays/toast.ts'
import { useRemoveLocalMap, useRemoveRegion } from './data.ts'

type Props = { thing: { kind: 'region' | 'localMap'; _id: string; name: string } | undefined; onClose: () => void }

export const Deletion = ({ thing, onClose }: Props) => {
  const { t } = useTranslation()
  const region = useRemoveRegion()
  const localMap = useRemoveLocalMap()
  const remove = thing?.kind === 'localMap' ? localMap : region
  const confirm = async () => {
    if (!thing) return
    try {
      await remove.mutateAsync(thing)
      await toast({ message: t('region.deleted', { name: thing.name }) })
    } catch (error) {
      await toastProblem(error)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={thing !== undefined}
      title={thing?.name ?? ''}
      message={thing && t(`region.deleteText.${thing.kind}`)}
      yes={t('word.delete')}
      color="red"
      isBusy={remove.isPending}
      onYes={confirm}
      onCancel={onClose}
    />
  )
}
