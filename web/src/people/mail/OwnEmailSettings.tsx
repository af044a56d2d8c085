import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../i18n/isolated.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import parts from '../../ui/layout/Settings.module.css'
import { toast } from '../../ui/overlays/toast.ts'
import { useOwnEmail, useRemoveEmail, useSetEmail } from './data.ts'
import classes from './Mail.module.css'

/** The member's own e-mail address. Renders nothing if the server sends no e-mail and the member has no address. */
export const OwnEmailSettings = () => {
  const { t } = useTranslation()
  const { data, error, refetch } = useOwnEmail()
  const remove = useRemoveEmail()
  const [isEditing, setIsEditing] = useState(false)
  if (error) return <ProblemText problem={error} onRetry={() => refetch()} />
  if (!data || (!data.canMail && !data.address && !data.pending)) return null
  const { address, pending, canMail } = data
  const removeAddress = () => remove.mutate(undefined, { onSuccess: () => toast({ message: t('mail.own.removed') }) })
  return (
    <FieldGroup name={t('mail.own.title')}>
      <p className={classes.address}>{address ? <bdi>{address}</bdi> : t('mail.own.none')}</p>
      {pending && (
        <p className={parts.warning} role="status">
          {t('mail.own.pending', { address: isolated(pending) })}
        </p>
      )}
      <p className={parts.hint}>{canMail ? t('mail.own.hint') : t('mail.own.off')}</p>
      {isEditing ? (
        <EmailForm onDone={() => setIsEditing(false)} />
      ) : (
        <div className={parts.buttons}>
          {canMail && (
            <Button variant="default" onClick={() => setIsEditing(true)}>
              {t(address || pending ? 'mail.own.change' : 'mail.own.add')}
            </Button>
          )}
          {(address || pending) && (
            <Button variant="subtle" loading={remove.isPending} onClick={removeAddress}>
              {t('mail.own.remove')}
            </Button>
          )}
        </div>
      )}
    </FieldGroup>
  )
}

const EmailForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation()
  const [values, setValues] = useState({ email: '', password: '' })
  const [wasSent, setWasSent] = useState(false)
  const save = useSetEmail()
  const errors = fieldErrors(save.error, t)
  const errorOf = (field: 'email' | 'password') =>
    wasSent && !values[field].trim() ? t('form.required') : errors[field]
  // Not a form element, because forms cannot be nested and this one is inside the profile form.
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    setWasSent(true)
    if (!values.email.trim() || !values.password) return
    save.mutate(values, {
      onSuccess: () => {
        toast({ message: t('mail.own.sent') })
        onDone()
      },
    })
  }
  return (
    <div className={parts.form}>
      <TextInput
        label={t('mail.own.email')}
        type="email"
        dir="ltr"
        classNames={{ input: parts.ltr }}
        autoComplete="email"
        withAsterisk
        autoFocus
        value={values.email}
        error={errorOf('email')}
        onChange={(event) => setValues({ ...values, email: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && send(event)}
      />
      <PasswordField
        label={t('mail.own.password')}
        autoComplete="current-password"
        withAsterisk
        value={values.password}
        error={errorOf('password')}
        onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && send(event)}
      />
      {Object.keys(errors).length === 0 && <ProblemText problem={save.error} />}
      <div className={parts.buttons}>
        <Button type="button" loading={save.isPending} onClick={() => send()}>
          {t('mail.own.send')}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {t('word.cancel')}
        </Button>
      </div>
    </div>
  )
}
