import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backup } from '#contract'
import { isolated } from '../../i18n/isolated.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import parts from '../../ui/layout/Settings.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useRestoreBackup } from './data.ts'

type Props = { backup: Backup; time: string; serverName: string; onClose: () => void }

const empty = { serverName: '', password: '', passphrase: '' }

/** Asks for the server's name and the password, because a restore replaces everything on the server. */
export const RestoreDialog = ({ backup, time, serverName, onClose }: Props) => {
  const { t } = useTranslation()
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const restore = useRestoreBackup()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const missing: Record<string, string> = {}
    if (values.serverName.trim() !== serverName.trim()) missing.serverName = t('backup.nameDiffers')
    if (!values.password) missing.password = t('form.required')
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    const { passphrase, ...body } = values
    restore.mutate(
      { name: backup.name, ...body, ...(passphrase && { passphrase }) },
      { onSuccess: onClose, onError: (problem) => setErrors(fieldErrors(problem, t)) },
    )
  }
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <Dialog onClose={onClose} title={t('backup.restoreTitle')}>
      <form className={parts.form} onSubmit={send} noValidate>
        <p>{t('backup.restoreText', { time })}</p>
        <p className={parts.warning}>{t('backup.restoreLoss')}</p>
        <TextInput
          label={t('word.typeToConfirm', { name: isolated(serverName) })}
          autoComplete="off"
          spellCheck={false}
          withAsterisk
          data-autofocus
          {...field('serverName')}
        />
        <PasswordField
          label={t('backup.password')}
          autoComplete="current-password"
          withAsterisk
          {...field('password')}
        />
        {backup.isEncrypted && (
          <PasswordField
            label={t('backup.passphrase')}
            description={t('backup.passphraseHint')}
            autoComplete="off"
            {...field('passphrase')}
          />
        )}
        {Object.keys(errors).length === 0 && <ProblemText problem={restore.error} />}
        <Button type="submit" color="red" loading={restore.isPending}>
          {t('backup.restoreButton')}
        </Button>
      </form>
    </Dialog>
  )
}
