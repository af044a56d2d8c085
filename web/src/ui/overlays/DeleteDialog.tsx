import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { toast, toastProblem } from './toast.ts'

type Props<T> = {
  /** What is to be deleted; the dialog is closed without it. */
  item: T | undefined
  name: string
  /** What else goes with it. */
  message: string
  /** What is said once it is gone. */
  deleted: string
  remove: UseMutationResult<unknown, Error, T>
  onClose: () => void
}

/** Asks, deletes, and says what became of it. */
export const DeleteDialog = <T,>({ item, name, message, deleted, remove, onClose }: Props<T>) => {
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
      message={message}
      yes={t('word.delete')}
      color="red"
      isBusy={remove.isPending}
      onYes={confirm}
      onCancel={onClose}
    />
  )
}
