import { Button, Checkbox } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordProblem } from '#contract'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { NewPasswordField } from '../../../ui/fields/NewPasswordField.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { fieldErrors } from '../../../ui/forms/form.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { useChangePassword, useSessions } from '../data.ts'
import classes from './ProfileForm.module.css'

type Props = {
  username: string
  submit: string
  /** True if an Admin required a new password, which has already revoked the member's tokens and feeds. */
  isDemanded?: boolean
  onDone?: () => void
}

export const PasswordForm = ({ username, submit, isDemanded = false, onDone }: Props) => {
  const { t } = useTranslation()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [endsPrograms, setEndsPrograms] = useState(true)
  const { data: { programs = 0 } = {} } = useSessions({ enabled: !isDemanded })
  const change = useChangePassword()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    // React also passes the event to the form around this dialog, which must not be submitted too.
    event.stopPropagation()
    const weakness = newPassword ? passwordProblem(newPassword) : 'form.required'
    const invalid = {
      currentPassword: currentPassword ? undefined : t('form.required'),
      newPassword: weakness && t(weakness),
    }
    setErrors(invalid)
    if (invalid.currentPassword || invalid.newPassword) return
    try {
      await change.mutateAsync({ currentPassword, newPassword, endsPrograms })
      onDone?.()
      await toast({ message: t('password.changed') })
    } catch (error) {
      setErrors(fieldErrors(error, t))
    }
  }
  const isTold = Object.values(errors).some(Boolean)
  return (
    <form className={classes.password} onSubmit={send} noValidate>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={username} />
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        withAsterisk
        data-autofocus
        value={currentPassword}
        error={errors.currentPassword}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPasswordField
        label={t('password.new')}
        withAsterisk
        value={newPassword}
        error={errors.newPassword}
        onChange={(event) => setNew(event.currentTarget.value)}
      />
      {programs > 0 && (
        <Checkbox
          label={t('password.endPrograms', { count: programs })}
          description={t('password.endProgramsHint')}
          checked={endsPrograms}
          onChange={(event) => setEndsPrograms(event.currentTarget.checked)}
        />
      )}
      {!isTold && <ProblemText problem={change.error} />}
      <Button type="submit" loading={change.isPending}>
        {submit}
      </Button>
    </form>
  )
}
