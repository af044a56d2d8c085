import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useTurnOffSecondFactor } from './data.ts'
import { OwnPasswordField } from './EnrolSteps.tsx'
import classes from './SecondFactor.module.css'

export const TurnOffForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const turnOff = useTurnOffSecondFactor()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    // React also passes the event to the form around this dialog, which must not be submitted too.
    event.stopPropagation()
    const missing = {
      password: password ? undefined : t('form.required'),
      code: code.trim() ? undefined : t('form.required'),
    }
    setErrors(missing)
    if (missing.password || missing.code) return
    try {
      await turnOff.mutateAsync({ password, code })
      onDone()
      await toast({ message: t('secondFactor.turnedOff') })
    } catch (problem) {
      setErrors(fieldErrors(problem, t))
    }
  }
  return (
    <form className={classes.steps} onSubmit={send} noValidate>
      <OwnPasswordField
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextInput
        label={t('secondFactor.code')}
        description={t('secondFactor.orRecovery')}
        autoComplete="one-time-code"
        maxLength={40}
        dir="ltr"
        withAsterisk
        value={code}
        error={errors.code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {!errors.password && !errors.code && <ProblemText problem={turnOff.error} />}
      <Button type="submit" color="red" loading={turnOff.isPending}>
        {t('secondFactor.turnOff')}
      </Button>
    </form>
  )
}
