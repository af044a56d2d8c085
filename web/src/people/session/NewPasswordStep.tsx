import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordProblem, sessionApi } from '#contract'
import { call } from '../../api/call.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './NewPasswordStep.module.css'

type Props = { username: string; currentPassword: string; onDone: () => void }

/**
 * The last step of signing in for a member who must choose a new password. Reuses the current password from the first
 * step.
 */
export const NewPasswordStep = ({ username, currentPassword, onDone }: Props) => {
  const { t } = useTranslation()
  const [newPassword, setNewPassword] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const weakness = newPassword ? passwordProblem(newPassword) : 'form.required'
    setFieldError(weakness && t(weakness))
    setProblem(undefined)
    if (weakness) return
    setIsBusy(true)
    try {
      await call(sessionApi.changePassword, { body: { currentPassword, newPassword } })
      onDone()
    } catch (error) {
      const text = fieldErrors(error, t).newPassword
      setFieldError(text)
      setProblem(text ? undefined : error)
      setIsBusy(false)
    }
  }
  return (
    <Card title={t('password.demandedTitle')} intro={t('password.demandedText')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" autoComplete="username" value={username} />
        <NewPasswordField
          label={t('password.new')}
          name="new-password"
          withAsterisk
          autoFocus
          value={newPassword}
          error={fieldError}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={isBusy}>
          {t('password.goOn')}
        </Button>
      </form>
      <ProblemText problem={problem} />
    </Card>
  )
}
