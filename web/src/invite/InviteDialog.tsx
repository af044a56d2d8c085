import { Button, Modal, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InviteForm, inviteApi, type NewLink, type UserType } from '#contract'
import { call } from '../api/call.ts'
import { LinkToGive } from '../ui/contact/LinkToGive.tsx'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { fieldErrors } from '../ui/forms/form.ts'
import { countdownText, useTimeLeft } from './countdown.ts'
import classes from './InviteDialog.module.css'

type Role = { _id: string; name: string }
type Props = {
  roles: readonly Role[]
  /** The types that the inviter may grant: its own and those below. */
  types: readonly UserType[]
  onClose: () => void
}

const WIDTH_PX = 480

/** Creates a link with which one person joins, with a role and a type, until it expires. */
export const InviteDialog = ({ roles, types, onClose }: Props) => {
  const { t } = useTranslation()
  const [created, setCreated] = useState<{ link: NewLink; description: string }>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('invitation.title')}
      size={WIDTH_PX}
      centered
      classNames={{ content: classes.dialog }}
      closeButtonProps={{ 'aria-label': t('word.close') }}
      transitionProps={{ transition: 'pop', duration: 150 }}
    >
      {created ? (
        <CreatedLink {...created} onAnother={() => setCreated(undefined)} />
      ) : (
        <Choose roles={roles} types={types} onCreated={(link, description) => setCreated({ link, description })} />
      )}
    </Modal>
  )
}

type ChooseProps = Omit<Props, 'onClose'> & { onCreated: (link: NewLink, description: string) => void }

const Choose = ({ roles, types, onCreated }: ChooseProps) => {
  const { t } = useTranslation()
  const [role, setRole] = useState('')
  const [type, setType] = useState<UserType | ''>('')
  const [wasSent, setWasSent] = useState(false)
  const invite = useMutation({ mutationFn: (body: InviteForm) => call(inviteApi.invite, { body }) })
  const fieldErrorTexts = fieldErrors(invite.error, t)
  const missing = (value: string) => (wasSent && !value ? t('form.required') : undefined)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (!role || !type) return
    const link = await invite.mutateAsync({ role, permission: type }).catch(() => undefined)
    const name = roles.find(({ _id }) => _id === role)?.name ?? ''
    if (link) onCreated(link, t('invitation.as', { type: t(`userType.${type}`), role: name }))
  }
  const empty = { value: '', label: t('invitation.choose'), disabled: true }
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <p className={classes.text}>{t('invitation.text')}</p>
      <NativeSelect
        label={t('invitation.role')}
        withAsterisk
        value={role}
        error={missing(role) ?? fieldErrorTexts.role}
        data={[empty, ...roles.map(({ _id, name }) => ({ value: _id, label: name }))]}
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
      {Object.keys(fieldErrorTexts).length === 0 && <ProblemText problem={invite.error} />}
      <Button type="submit" loading={invite.isPending}>
        {t('invitation.make')}
      </Button>
    </form>
  )
}

type CreatedLinkProps = { link: NewLink; description: string; onAnother: () => void }

const CreatedLink = ({ link: { link, expiresAt }, description, onAnother }: CreatedLinkProps) => {
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
