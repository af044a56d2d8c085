import { Button, FileButton, Loader, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backupProblemText, Problem } from '#contract'
import { problemText } from '../../api/problem-text.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { readRestoreState, uploadBackup } from './restore-upload.ts'
import classes from './SetupPage.module.css'

const ASK_MS = 1_000
const MEGABYTE = 1_000_000

type Errors = { token?: string; file?: string }
type Stage = { name: 'uploading'; part: number } | { name: 'checking' | 'restoring' }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const RestorePage = () => {
  const { t } = useTranslation()
  const [token, setToken] = useState(new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [stage, setStage] = useState<Stage>()
  const [problem, setProblem] = useState<unknown>()
  const [reason, setReason] = useState<string>()

  const waitForRestore = async (): Promise<void> => {
    setStage({ name: 'checking' })
    for (;;) {
      const state = await readRestoreState(token)
      if (state === 'done') return location.replace('/')
      if (state === 'away') setStage({ name: 'restoring' })
      else if (state.problem !== null) {
        setReason(state.problem)
        return
      }
      await pause(ASK_MS)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = {
      ...(!token.trim() && { token: t('form.required') }),
      ...(!file && { file: t('setupRestore.fileMissing') }),
    }
    setErrors(missing)
    setProblem(undefined)
    setReason(undefined)
    if (!file || !token.trim()) return
    try {
      await uploadBackup({ token, file, passphrase, onProgress: (part) => setStage({ name: 'uploading', part }) })
      await waitForRestore()
    } catch (error) {
      if (error instanceof Problem && error.code === 'setupToken') setErrors({ token: problemText(error, t) })
      else setProblem(error)
    }
    setStage(undefined)
  }

  return (
    <Card title={t('setupRestore.title')} intro={t('setupRestore.intro')}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label={t('setup.token')}
          description={t('setup.tokenHint')}
          autoComplete="off"
          withAsterisk
          value={token}
          error={errors.token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <div className={classes.home}>
          <FileButton onChange={setFile} accept=".zst,.enc">
            {(props) => (
              <Button variant="default" {...props} disabled={stage !== undefined}>
                {t('setupRestore.file')}
              </Button>
            )}
          </FileButton>
          <p className={classes.note}>
            {file
              ? t('setupRestore.chosen', {
                  name: isolated(file.name),
                  size: Math.max(0.1, Math.round((file.size / MEGABYTE) * 10) / 10),
                })
              : t('setupRestore.fileHint')}
          </p>
          {errors.file && (
            <p className={classes.error} role="alert">
              {errors.file}
            </p>
          )}
        </div>
        {file?.name.endsWith('.enc') && (
          <PasswordField
            label={t('setupRestore.passphrase')}
            description={t('setupRestore.passphraseHint')}
            autoComplete="off"
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
        )}
        {stage && (
          <p className={classes.busy} role="status">
            <Loader size={18} aria-hidden />
            {stage.name === 'uploading'
              ? t('setupRestore.uploading', { percent: Math.floor(stage.part * 100) })
              : t(`setupRestore.${stage.name}`)}
          </p>
        )}
        {reason !== undefined && (
          <p className={classes.error} role="alert">
            {t('setupRestore.failed', { reason: isolated(backupProblemText(reason, currentLanguage())) })}
          </p>
        )}
        <ProblemText problem={problem} />
        <Button type="submit" loading={stage !== undefined}>
          {t('setupRestore.submit')}
        </Button>
      </form>
    </Card>
  )
}
