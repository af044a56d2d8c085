import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Usage } from '#contract'
import { inUseText } from '../../api/problem-text.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { toast, toastProblem } from './toast.ts'

type Props<T> = {
  item: T | undefined
  name: string
  /** Question that names other data deleted with the item. */
  message: string
  deleted: string
  remove: UseMutationResult<unknown, Error, T>
  /** Uses that prevent the deletion; shown instead of the message. */
  uses?: { data: Usage[] | undefined; isError: boolean }
  onClose: () => void
}

export const DeleteDialog = <T,>({ item, name, message, deleted, remove, uses, onClose }: Props<T>) => {
  const { t } = useTranslation()
  const confirm = async () => {
    if (item === undefined) return
    await remove.mutateAsync(item).then(() => toast({ message: deleted }), toastProblem)
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={item !== undefined}
      title={name}
      message={uses?.data?.length ? inUseText(uses.data, t) : message}
      yes={t('word.delete')}
      color="red"
      isBusy={remove.isPending}
      isBlocked={uses !== undefined && uses.data?.length !== 0 && !uses.isError}
      onYes={confirm}
      onCancel={onClose}
    />
  )
}
