import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem, type SignedInByPassword, sessionApi } from '#contract'
import { call } from '../../api/call.ts'
import { config } from '../../api/config.ts'
import { pathAfterLogin, sessionToken, startSession, takeLogoffReason } from '../../api/session.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { afterPress } from '../../ui/browser/after-press.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { Card } from '../../ui/layout/Card.tsx'

// Loaded lazily, because few members need these steps, and visitor pages share the scripts of this page.
const CodeStep = lazy(withTexts(['code'], () => import('./CodeStep.tsx').then((file) => ({ default: file.CodeStep }))))
const NewPasswordStep = lazy(
  withTexts(['people'], () => import('./NewPasswordStep.tsx').then((file) => ({ default: file.NewPasswordStep }))),
)

const DemoAccounts = lazy(() => import('./DemoAccounts.tsx').then((file) => ({ default: file.DemoAccounts })))
const CannotSignIn = lazy(
  withTexts(['mail'], () => import('./CannotSignIn.tsx').then((file) => ({ default: file.CannotSignIn }))),
)

const SignInWait = lazy(() => import('./SignInWait.tsx').then((file) => ({ default: file.SignInWait })))

/** Seconds to wait before the next attempt, if sign-in was refused because too many members are signing in. */
const waitOf = (problem: unknown): number | undefined =>
  problem instanceof Problem && problem.code === 'manySignIns' ? problem.retryAfterSeconds : undefined

const goOn = () => location.replace(pathAfterLogin(new URLSearchParams(location.search).get('next')))

export const LoginPage = () => {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [isCapsLockOn, setIsCapsLockOn] = useState(false)
  const [ticket, setTicket] = useState<string>()
  const [mustChangePassword, setMustChangePassword] = useState(false)
  const [reason] = useState(takeLogoffReason)
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  const enter = (reply: SignedInByPassword) => {
    startSession(reply.accessToken, username)
    if (reply.mustChangePassword) setMustChangePassword(true)
    else goOn()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    const empty = !username.trim() ? usernameRef : !password ? passwordRef : undefined
    if (empty) empty.current?.focus()
    else void signIn()
  }
  const signIn = async () => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const reply = await call(sessionApi.login, { body: { username, password } })
      if ('accessToken' in reply) enter(reply)
      else setTicket(reply.ticket)
    } catch (error) {
      setProblem(error)
      if (waitOf(error)) return
      setIsBusy(false)
      passwordRef.current?.select()
    }
  }

  const watchCapsLock = (event: KeyboardEvent) => setIsCapsLockOn(event.getModifierState('CapsLock'))
  const waitSeconds = waitOf(problem)
  const missing = (value: string) => wasSent && !value && t('form.required')

  if (sessionToken() && !isBusy) {
    goOn()
    return null
  }
  if (mustChangePassword)
    return (
      <Suspense>
        <NewPasswordStep username={username} currentPassword={password} onDone={goOn} />
      </Suspense>
    )
  if (ticket)
    return (
      <Suspense>
        <CodeStep
          ticket={ticket}
          onSignedIn={enter}
          onBack={(reasonToStartAgain) => {
            setTicket(undefined)
            setPassword('')
            setWasSent(false)
            setIsBusy(false)
            setProblem(reasonToStartAgain)
          }}
        />
      </Suspense>
    )
  return (
    <Card title={t('login.title')}>
      {reason && <Notice text={t(`login.logoff.${reason}`)} />}
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={usernameRef}
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={missing(username.trim())}
        />
        <PasswordField
          ref={passwordRef}
          mt="md"
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyUp={watchCapsLock}
          onBlur={() => afterPress(() => setIsCapsLockOn(false))}
          description={isCapsLockOn && t('login.capsLock')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={missing(password)}
        />
        <Button type="submit" mt="lg" fullWidth loading={isBusy}>
          {t('login.submit')}
        </Button>
      </form>
      {!waitSeconds && <ProblemText problem={problem} />}
      <Suspense>
        {waitSeconds && <SignInWait seconds={waitSeconds} onOver={signIn} />}
        {config().canMail && <CannotSignIn username={username} />}
        {config().demo && (
          <DemoAccounts
            onChoose={(account) => {
              setUsername(account.username)
              setPassword(account.password)
            }}
          />
        )}
      </Suspense>
    </Card>
  )
}
