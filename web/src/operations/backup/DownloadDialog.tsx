import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import parts from '../../ui/layout/Settings.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useDownloadBackup } from './data.ts'

/** Asks for the password again, then starts the browser's download. */
export const DownloadDialog = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const download = useDownloadBackup()
  const send = (event: FormEvent) => {
    event.preventDefault()
    setError(password ? undefined : t('form.required'))
    if (!password) return
    download.mutate(
      { name, password },
      {
        onSuccess: ({ url }) => {
          window.location.assign(url)
          onClose()
        },
        onError: (problem) => setError(fieldErrors(problem, t).password),
      },
    )
  }
  return (
    <Dialog onClose={onClose} title={t('backup.downloadTitle')}>
      <form className={parts.form} onSubmit={send} noValidate>
        <p>{t('backup.downloadText')}</p>
        <PasswordField
          label={t('backup.password')}
          autoComplete="current-password"
          withAsterisk
          data-autofocus
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {!error && <ProblemText problem={download.error} />}
        <Button type="submit" loading={download.isPending}>
          {t('backup.downloadButton')}
        </Button>
      </form>
    </Dialog>
  )
}
