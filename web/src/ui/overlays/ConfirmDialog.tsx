import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../i18n/isolated.ts'
import classes from './ConfirmDialog.module.css'

type Props = {
  isOpen: boolean
  title: string
  message?: string
  yes: string
  color?: string
  isBusy?: boolean
  isBlocked?: boolean
  /** Name that the user must type to confirm, for deletions that lose much data. */
  typeToConfirm?: string | undefined
  /** Choices below the message. */
  children?: ReactNode
  onYes: () => void
  onCancel: () => void
}

/** Asks before an irreversible action. Escape and a click outside cancel. */
export const ConfirmDialog = ({ isOpen, title, onCancel, ...question }: Props) => {
  return (
    <Modal
      opened={isOpen}
      onClose={onCancel}
      // A name in the other direction would have its full stop on the wrong side.
      title={<bdi>{title}</bdi>}
      size={290}
      centered
      withCloseButton={false}
      classNames={{ title: classes.title }}
      transitionProps={{ transition: 'pop', duration: 150 }}
    >
      <Question {...question} onCancel={onCancel} />
    </Modal>
  )
}

const Question = ({
  message,
  yes,
  color = 'primary',
  isBusy,
  isBlocked = false,
  typeToConfirm,
  children,
  onYes,
  onCancel,
}: Omit<Props, 'isOpen' | 'title'>) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const isMissing = isBlocked || (typeToConfirm !== undefined && typed.trim() !== typeToConfirm.trim())
  const submit = (event: FormEvent) => {
    // React events bubble through portals and would submit a form around the dialog.
    event.stopPropagation()
    event.preventDefault()
    if (!isMissing && !isBusy) onYes()
  }
  return (
    <form onSubmit={submit} noValidate>
      {message && <p className={classes.message}>{message}</p>}
      {children}
      {typeToConfirm !== undefined && (
        <TextInput
          className={classes.name}
          label={t('word.typeToConfirm', { name: isolated(typeToConfirm) })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel} data-autofocus={typeToConfirm === undefined || undefined}>
          {t('word.cancel')}
        </Button>
        <Button type="submit" color={color} loading={isBusy} disabled={isMissing}>
          {yes}
        </Button>
      </div>
    </form>
  )
}
