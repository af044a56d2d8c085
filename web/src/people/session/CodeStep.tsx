import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem, type SignedInByPassword, secondFactorApi } from '#contract'
import { call } from '../../api/call.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Card } from '../../ui/layout/Card.tsx'

type Props = {
  ticket: string
  onSignedIn: (reply: SignedInByPassword) => void
  /** Returns to the password, because the ticket expired or the user went back. */
  onBack: (problem?: unknown) => void
}

export const CodeStep = ({ ticket, onSignedIn, onBack }: Props) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [isRecovery, setIsRecovery] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const codeRef = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (!code.trim()) return codeRef.current?.focus()
    setIsBusy(true)
    setProblem(undefined)
    try {
      onSignedIn(await call(secondFactorApi.signIn, { body: { ticket, code } }))
    } catch (error) {
      if (error instanceof Problem && error.code === 'signInExpired') return onBack(error)
      setProblem(error)
      setIsBusy(false)
      codeRef.current?.select()
    }
  }
  const switchKind = () => {
    setIsRecovery(!isRecovery)
    setCode('')
    setWasSent(false)
    setProblem(undefined)
    codeRef.current?.focus()
  }
  return (
    <Card title={t('codeStep.title')} intro={t(isRecovery ? 'codeStep.recoveryText' : 'codeStep.text')}>
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={codeRef}
          label={t(isRecovery ? 'codeStep.recoveryCode' : 'codeStep.code')}
          name="code"
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={40}
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={wasSent && !code.trim() && t('form.required')}
        />
        <Button type="submit" mt="lg" fullWidth loading={isBusy}>
          {t('login.submit')}
        </Button>
      </form>
      <ProblemText problem={problem} />
      <Button variant="subtle" onClick={switchKind}>
        {t(isRecovery ? 'codeStep.useCode' : 'codeStep.useRecovery')}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => onBack()}>
        {t('codeStep.back')}
      </Button>
    </Card>
  )
}
