import { Button, type PasswordInputProps, TextInput } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondFactorSecret } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import { useBeginSecondFactor, useConfirmSecondFactor } from './data.ts'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import classes from './SecondFactor.module.css'

export const OwnPasswordField = (props: Pick<PasswordInputProps, 'value' | 'error' | 'onChange'>) => {
  const { t } = useTranslation()
  return (
    <PasswordField
      label={t('secondFactor.password')}
      autoComplete="current-password"
      withAsterisk
      data-autofocus
      {...props}
    />
  )
}

type Props = {
  onDone: () => void
  /** If set, the first step has a sign-out button, for pages with no other way out. */
  onLogOut?: () => void
}

/** The steps of setting up a second factor: password, QR code with a first code, recovery codes. */
export const EnrolSteps = ({ onDone, onLogOut }: Props) => {
  const [secret, setSecret] = useState<SecondFactorSecret>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  if (recoveryCodes) return <RecoveryCodeList codes={recoveryCodes} onDone={onDone} />
  if (secret) return <FirstCode secret={secret} onOn={setRecoveryCodes} />
  return <PasswordStep onSecret={setSecret} onLogOut={onLogOut} />
}

type PasswordStepProps = { onSecret: (secret: SecondFactorSecret) => void; onLogOut: Props['onLogOut'] }

const PasswordStep = ({ onSecret, onLogOut }: PasswordStepProps) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const begin = useBeginSecondFactor()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    // React also passes the event to a form around this dialog, which must not be submitted too.
    event.stopPropagation()
    setError(password ? undefined : t('form.required'))
    if (!password) return
    try {
      onSecret(await begin.mutateAsync(password))
    } catch (problem) {
      setError(fieldErrors(problem, t).password)
    }
  }
  return (
    <form className={classes.steps} onSubmit={send} noValidate>
      <p className={classes.hint}>{t('secondFactor.intro')}</p>
      <OwnPasswordField value={password} error={error} onChange={(event) => setPassword(event.currentTarget.value)} />
      {!error && <ProblemText problem={begin.error} />}
      <Button type="submit" loading={begin.isPending}>
        {t('secondFactor.next')}
      </Button>
      {onLogOut && (
        <Button variant="subtle" color="gray" onClick={onLogOut}>
          {t('menu.logOut')}
        </Button>
      )}
    </form>
  )
}

type FirstCodeProps = { secret: SecondFactorSecret; onOn: (recoveryCodes: string[]) => void }

const FirstCode = ({ secret, onOn }: FirstCodeProps) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const confirm = useConfirmSecondFactor()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setError(code.trim() ? undefined : t('form.required'))
    if (!code.trim()) return
    try {
      onOn((await confirm.mutateAsync(code)).recoveryCodes)
    } catch (problem) {
      setError(fieldErrors(problem, t).code)
    }
  }
  return (
    <form className={classes.steps} onSubmit={send} noValidate>
      <p>{t('secondFactor.scan')}</p>
      <div className={classes.qr}>
        <QRCodeSVG value={secret.uri} size={184} marginSize={2} title={t('secondFactor.qr')} />
      </div>
      <div>
        <p className={classes.hint}>{t('secondFactor.secret')}</p>
        <code className={classes.secret} dir="ltr">
          {secret.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </div>
      <TextInput
        label={t('secondFactor.code')}
        description={t('secondFactor.codeHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        dir="ltr"
        withAsterisk
        autoFocus
        value={code}
        error={error}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {!error && <ProblemText problem={confirm.error} />}
      <Button type="submit" loading={confirm.isPending}>
        {t('secondFactor.turnOn')}
      </Button>
    </form>
  )
}
