import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inviteApi, passwordProblem, type ReentryInfo } from '#contract'
import { call } from '../../api/call.ts'
import { startSession } from '../../api/session.ts'
import { titleOf } from '../../i18n/names.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './InvitePage.module.css'

export const Reentry = ({ token, info }: { token: string; info: ReentryInfo }) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const weakness = password ? passwordProblem(password) : 'form.required'
    setError(weakness && t(weakness))
    if (weakness) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { accessToken } = await call(inviteApi.reenter, { params: { token }, body: { password } })
      // Members with a second factor enter password and code on the sign-in page.
      if (accessToken === null) return location.replace('/login')
      startSession(accessToken)
      location.replace('/')
    } catch (failure) {
      setProblem(failure)
      setIsBusy(false)
    }
  }
  const { name, username, service } = info
  return (
    <Card title={t('invite.reentryTitle')}>
      <p className={classes.text}>{t('invite.reentryText', { name, username, service: titleOf(service) })}</p>
      <form onSubmit={submit} noValidate className={classes.form}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={username} />
        <NewPasswordField
          name="password"
          label={t('invite.password')}
          withAsterisk
          autoFocus
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <ProblemText problem={problem} />
        <Button type="submit" loading={isBusy}>
          {t('invite.reentrySubmit')}
        </Button>
      </form>
    </Card>
  )
}
