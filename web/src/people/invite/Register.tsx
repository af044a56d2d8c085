import { Button, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InvitationInfo, inviteApi, PERSON_NAME_MAX, passwordProblem } from '#contract'
import { call } from '../../api/call.ts'
import { config } from '../../api/config.ts'
import { startSession } from '../../api/session.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { afterPress } from '../../ui/browser/after-press.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { FieldPair } from '../../ui/fields/FieldGroup.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './InvitePage.module.css'
import { useAvailability } from './username-free.ts'

const empty = { firstName: '', lastName: '', phone: '', email: '', username: '', password: '' }
type Field = keyof typeof empty
const fields = Object.keys(empty) as Field[]

const DAY_MS = 86_400_000

/** When the invitation ends: a time, or date and time for invitations that were mailed, which last for days. */
const endOf = (expiresAt: string): string => {
  const end = new Date(expiresAt)
  const time = formatTime(end)
  return end.getTime() - Date.now() < DAY_MS / 2 ? time : `${formatDate(end, currentLanguage())} ${time}`
}

export const Register = ({ token, info }: { token: string; info: InvitationInfo }) => {
  const { t } = useTranslation()
  const [values, setValues] = useState({ ...empty, email: info.email ?? '' })
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const availability = useAvailability(token, values.username)

  const wrongIn = (field: Field): string | undefined => {
    if (field === 'email') return /^(\S+@\S+\.\S+)?$/.test(values.email.trim()) ? undefined : t('form.invalid')
    if (!values[field].trim()) return t('form.required')
    if (field === 'phone' && !/^\+?[\d\s().-]{5,}$/.test(values.phone.trim())) return t('form.phone')
    if (field === 'username' && !/^[\p{L}\p{N}._-]+$/u.test(values.username.trim())) return t('form.username')
    if (field === 'username' && availability === 'taken') return t('form.usernameTaken')
    const weakness = field === 'password' && passwordProblem(values.password)
    return weakness ? t(weakness) : undefined
  }
  const show = (next: Partial<Record<Field, string>>) => {
    setErrors(next)
    const first = fields.find((field) => next[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const invalid = Object.fromEntries(fields.map((field) => [field, wrongIn(field)]))
    show(invalid)
    if (Object.values(invalid).some(Boolean)) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { email, ...person } = values
      const body = { ...person, ...(email.trim() && { email }), language: currentLanguage() }
      const { accessToken } = await call(inviteApi.register, { params: { token }, body })
      startSession(accessToken)
      // The guard redirects to the terms if the service has any.
      location.replace('/')
    } catch (error) {
      const serverErrors = fieldErrors(error, t)
      show(serverErrors)
      setProblem(Object.keys(serverErrors).length > 0 ? undefined : error)
      setIsBusy(false)
    }
  }
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    withAsterisk: name !== 'email',
    label: t(`invite.${name}`),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.currentTarget.value })
      setErrors((now) => ({ ...now, [name]: undefined }))
    },
    onBlur: () => values[name] && afterPress(() => setErrors((now) => ({ ...now, [name]: wrongIn(name) }))),
  })
  const { service, role, type, invitedBy } = info
  return (
    <Card title={t('invite.to', { service: titleOf(service) })}>
      <div className={classes.who}>
        {service.logo && <img className={classes.logo} src={service.logo} alt="" />}
        <div>
          <p>{invitedBy ? t('invite.welcome', { name: invitedBy }) : t('invite.welcomeNobody')}</p>
          <p className={classes.text}>{t('invite.as', { role: nameOf(role), type: t(`userType.${type}`) })}</p>
          <p className={classes.text}>{t('invite.until', { time: endOf(info.expiresAt) })}</p>
        </div>
      </div>
      <form ref={form} onSubmit={submit} noValidate className={classes.form}>
        <FieldPair>
          <LimitedInput {...field('firstName')} maxLength={PERSON_NAME_MAX} autoComplete="given-name" />
          <LimitedInput {...field('lastName')} maxLength={PERSON_NAME_MAX} autoComplete="family-name" />
        </FieldPair>
        <TextInput {...field('phone')} type="tel" autoComplete="tel" dir="ltr" classNames={{ input: classes.phone }} />
        {(config().canMail || info.email) && (
          <TextInput
            {...field('email')}
            description={t('invite.emailHint')}
            type="email"
            autoComplete="email"
            dir="ltr"
            classNames={{ input: classes.phone }}
          />
        )}
        <div>
          <TextInput
            {...field('username')}
            error={errors.username ?? (availability === 'taken' ? t('form.usernameTaken') : undefined)}
            description={t('invite.usernameHint')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className={classes.availability} role="status" data-free={availability === 'free' || undefined}>
            {availability === 'free' && t('invite.usernameFree')}
            {availability === 'checking' && t('invite.usernameChecking')}
          </p>
        </div>
        <NewPasswordField {...field('password')} />
        <ProblemText problem={problem} />
        <Button type="submit" loading={isBusy}>
          {t('invite.submit')}
        </Button>
      </form>
    </Card>
  )
}
