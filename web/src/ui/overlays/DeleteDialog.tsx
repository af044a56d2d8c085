import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { toast, toastProblem } from './toast.ts'

type Props<T> = {
  item: T | undefined
  name: string
  /** Further items that are deleted, named in the question. */
  message: string
  deleted: string
  remove: UseMutationResult<unknown, Error, T>
  /** Something needs the item; `message` says what. */
  isBlocked?: boolean
  onClose: () => void
}

export const DeleteDialog = <T,>({ item, name, message, deleted, remove, isBlocked = false, onClose }: Props<T>) => {
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
      isBlocked={isBlocked}
      onYes={confirm}
      onCancel={onClose}
    />
  )
}
