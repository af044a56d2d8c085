import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApprovalRequest, displayName, initialOf } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { nameOf, titleOf } from '../../../i18n/names.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { toast, toastProblem } from '../../../ui/overlays/toast.ts'
import { useDecide, useRequests } from './data.ts'
import classes from './Requests.module.css'

export const Requests = () => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { data: requests = [] } = useRequests({ enabled: true })
  if (requests.length === 0 && !isOpen) return null
  return (
    <>
      {requests.length > 0 && (
        <div className={classes.notice}>
          <Notice text={t('requests.count', { count: requests.length })}>
            <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
              {t('requests.show')}
            </Button>
          </Notice>
        </div>
      )}
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={t('requests.title')} size={480}>
        {requests.length === 0 && <p className={classes.dim}>{t('requests.none')}</p>}
        <ul className={classes.list}>
          {requests.map((request) => (
            <RequestRow key={request._id} request={request} />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

const RequestRow = ({ request }: { request: ApprovalRequest }) => {
  const { t } = useTranslation()
  const now = useNow()
  const decide = useDecide()
  const { user, kind, role, service } = request
  const { username } = user
  const settle = (decision: 'approved' | 'refused') =>
    decide
      .mutateAsync({ id: request._id, decision })
      .then(() => toast({ message: t(`requests.${decision}`, { username }) }))
      .catch(toastProblem)
  const about =
    kind === 'role'
      ? t('requests.roleNow', { role: user.role ? nameOf(user.role) : t('profile.noRole') })
      : t('requests.from', { service: titleOf(user.service) })
  return (
    <li className={classes.request}>
      <Avatar photo={user.photo && `${user.photo}?size=thumb`} initial={initialOf(user)} size={45} />
      <div className={classes.words}>
        <p>
          <bdi className={classes.name}>{displayName(user)}</bdi>{' '}
          {kind === 'role'
            ? t('requests.role', { role: role && nameOf(role) })
            : t('requests.service', { service: titleOf(service) })}
        </p>
        <p className={classes.dim}>
          <bdi>{about}</bdi> · <bdi>{formatRelative(new Date(request.createdAt), now, t, currentLanguage())}</bdi>
        </p>
        <div className={classes.buttons}>
          <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => settle('refused')}>
            {t('requests.refuse')}
          </Button>
          <Button size="xs" loading={decide.isPending} onClick={() => settle('approved')}>
            {t('requests.approve')}
          </Button>
        </div>
      </div>
    </li>
  )
}
