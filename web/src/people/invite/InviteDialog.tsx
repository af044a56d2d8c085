import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inviteApi, type NewLink, type UserType } from '#contract'
import { call } from '../../api/call.ts'
import { config } from '../../api/config.ts'
import { momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { countdownText, useTimeLeft } from '../../ui/browser/countdown.ts'
import { LinkToGive } from '../../ui/contact/LinkToGive.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import classes from './InviteDialog.module.css'

type Role = { _id: string; name: string }
type Props = {
  roles: readonly Role[]
  types: readonly UserType[]
  onClose: () => void
}

const WIDTH_PX = 480

type NewInvitation = (NewLink | { mailedTo: string; expiresAt: string }) & { description: string }

export const InviteDialog = ({ roles, types, onClose }: Props) => {
  const { t } = useTranslation()
  const [created, setCreated] = useState<NewInvitation>()
  return (
    <Dialog
      onClose={onClose}
      title={t('invitation.title')}
      size={WIDTH_PX}
      classNames={{ content: classes.dialog }}
      transitionProps={{ transition: 'pop', duration: 150 }}
    >
      {created ? (
        <CreatedInvitation {...created} onAnother={() => setCreated(undefined)} />
      ) : (
        <Choose roles={roles} types={types} onCreated={setCreated} />
      )}
    </Dialog>
  )
}

type ChooseProps = Omit<Props, 'onClose'> & { onCreated: (created: NewInvitation) => void }

const Choose = ({ roles, types, onCreated }: ChooseProps) => {
  const { t } = useTranslation()
  const [role, setRole] = useState('')
  const [type, setType] = useState<UserType | ''>('')
  const [email, setEmail] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const invite = useMutation({ mutationFn: makeInvitation, onError: toastProblem })
  const fieldErrorTexts = fieldErrors(invite.error, t)
  const missing = (value: string) => (wasSent && !value ? t('form.required') : undefined)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (!role || !type) return
    const created = await invite.mutateAsync({ role, type, email: email.trim() }).catch(() => undefined)
    const selected = roles.find(({ _id }) => _id === role)
    if (created)
      onCreated({
        ...created,
        description: t('invitation.as', { type: t(`userType.${type}`), role: selected ? nameOf(selected) : '' }),
      })
  }
  const empty = { value: '', label: t('invitation.choose'), disabled: true }
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <p className={classes.text}>{t(email.trim() ? 'invitation.mailText' : 'invitation.text')}</p>
      <NativeSelect
        label={t('invitation.role')}
        withAsterisk
        value={role}
        error={missing(role) ?? fieldErrorTexts.role}
        data={[empty, ...roles.map((one) => ({ value: one._id, label: nameOf(one) }))]}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('invitation.type')}
        withAsterisk
        value={type}
        error={missing(type) ?? fieldErrorTexts.permission}
        data={[empty, ...types.map((value) => ({ value, label: t(`userType.${value}`) }))]}
        onChange={(event) => setType(event.currentTarget.value as UserType)}
      />
      <dl className={classes.may}>
        {types.map((value) => (
          <div key={value} data-chosen={value === type || undefined}>
            <dt>{t(`userType.${value}`)}</dt>
            <dd>{t(`invitation.may.${value}`)}</dd>
          </div>
        ))}
      </dl>
      {config().canMail && (
        <TextInput
          label={t('invitation.email')}
          description={t('invitation.emailHint')}
          type="email"
          dir="ltr"
          classNames={{ input: classes.address }}
          autoComplete="off"
          value={email}
          error={fieldErrorTexts.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      {Object.keys(fieldErrorTexts).length === 0 && <ProblemText problem={invite.error} />}
      <Button type="submit" loading={invite.isPending}>
        {t(email.trim() ? 'invitation.send' : 'invitation.make')}
      </Button>
    </form>
  )
}

const makeInvitation = async ({ role, type, email }: { role: string; type: UserType; email: string }) => {
  if (!email) return call(inviteApi.invite, { body: { role, permission: type } })
  const body = { role, permission: type, email, language: currentLanguage() }
  return { mailedTo: email, ...(await call(inviteApi.inviteByMail, { body })) }
}

const CreatedInvitation = ({ onAnother, ...created }: NewInvitation & { onAnother: () => void }) => {
  if ('link' in created) return <CreatedLink {...created} onAnother={onAnother} />
  return <MailedInvitation {...created} onAnother={onAnother} />
}

type MailedProps = { mailedTo: string; expiresAt: string; description: string; onAnother: () => void }

const MailedInvitation = ({ mailedTo, expiresAt, description, onAnother }: MailedProps) => {
  const { t } = useTranslation()
  const time = momentText(expiresAt)
  return (
    <div className={classes.form}>
      <p className={classes.made}>
        <bdi>{description}</bdi>
      </p>
      <p role="status">{t('invitation.mailed', { address: isolated(mailedTo), time })}</p>
      <Button variant="default" onClick={onAnother}>
        {t('invitation.another')}
      </Button>
    </div>
  )
}

type CreatedLinkProps = NewLink & { description: string; onAnother: () => void }

const CreatedLink = ({ link, expiresAt, description, onAnother }: CreatedLinkProps) => {
  const { t } = useTranslation()
  const leftMs = useTimeLeft(expiresAt)
  const isOver = leftMs === 0
  return (
    <div className={classes.form}>
      <p className={classes.made}>
        <bdi>{description}</bdi>
        <span className={classes.left} data-over={isOver || undefined}>
          <span className={classes.text}>{t('invitation.left')}</span>{' '}
          <bdi role="timer" aria-label={t('invitation.left')}>
            {countdownText(leftMs)}
          </bdi>
        </span>
      </p>
      {isOver ? <p role="alert">{t('invitation.over')}</p> : <LinkToGive link={link} />}
      <Button variant={isOver ? 'filled' : 'default'} onClick={onAnother}>
        {t('invitation.another')}
      </Button>
    </div>
  )
}
