import { IconUnlink } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { InviteLayout } from './InviteLayout.tsx'
import classes from './InvitePage.module.css'
import { Reentry } from './Reentry.tsx'
import { Register } from './Register.tsx'
import { type LinkState, useAlarmNotice, useConfirmation, useInvitation, useReentry } from './use-link.ts'

const ConfirmEmail = lazy(
  withTexts(['mail'], () => import('./ConfirmEmail.tsx').then((file) => ({ default: file.ConfirmEmail }))),
)

const AlarmNotice = lazy(
  withTexts(['mail'], () => import('./AlarmNotice.tsx').then((file) => ({ default: file.AlarmNotice }))),
)

export const InvitePage = () => {
  const search = new URLSearchParams(location.search)
  const reentry = search.get('reentry')
  const confirm = search.get('confirm')
  const alarm = search.get('alarm')
  if (alarm !== null) return <Alarm token={alarm} />
  if (confirm !== null) return <Confirmation token={confirm} />
  return reentry === null ? <Invitation token={search.get('token') ?? ''} /> : <WayBack token={reentry} />
}

const Invitation = ({ token }: { token: string }) => {
  const opened = useInvitation(token)
  return (
    <InviteLayout primary={opened.info?.service.colours.primary}>
      {opened.info ? <Register token={token} info={opened.info} /> : <LinkProblem opened={opened} />}
    </InviteLayout>
  )
}

const WayBack = ({ token }: { token: string }) => {
  const opened = useReentry(token)
  return (
    <InviteLayout>
      {opened.info ? <Reentry token={token} info={opened.info} /> : <LinkProblem opened={opened} isReentry />}
    </InviteLayout>
  )
}

const Confirmation = ({ token }: { token: string }) => {
  const opened = useConfirmation(token)
  return (
    <InviteLayout>
      {opened.info ? (
        <Suspense>
          <ConfirmEmail token={token} info={opened.info} />
        </Suspense>
      ) : (
        <LinkProblem opened={opened} />
      )}
    </InviteLayout>
  )
}

const Alarm = ({ token }: { token: string }) => {
  const opened = useAlarmNotice(token)
  return (
    <InviteLayout>
      {opened.info ? (
        <Suspense>
          <AlarmNotice token={token} info={opened.info} />
        </Suspense>
      ) : (
        <LinkProblem opened={opened} />
      )}
    </InviteLayout>
  )
}

const problemTexts = { inviteExpired: 'expired', inviteUsed: 'used' } as const

const LinkProblem = ({ opened, isReentry = false }: { opened: LinkState<unknown>; isReentry?: boolean }) => {
  const { t } = useTranslation()
  const { problem } = opened
  if (!problem) return <Skeleton rows={4} label={t('invite.loading')} />
  const code = problem instanceof Problem ? problem.code : undefined
  if (code !== 'inviteExpired' && code !== 'inviteUsed' && code !== 'notFound')
    return (
      <section className={classes.page}>
        <h1 className={classes.title}>{t('invite.failedTitle')}</h1>
        <ProblemText problem={problem} onRetry={opened.retry} />
      </section>
    )
  const why = code === 'notFound' ? undefined : problemTexts[code]
  const text = why === 'expired' && isReentry ? 'invite.reentryExpiredText' : why ? `invite.${why}Text` : 'invite.text'
  return (
    <section className={classes.page}>
      <IconUnlink size={40} stroke={1.5} aria-hidden />
      <h1 className={classes.title}>{t(why ? `invite.${why}Title` : 'invite.title')}</h1>
      <p className={classes.text}>{t(text as 'invite.text')}</p>
      <a className={classes.link} href="/login">
        {t('invite.signIn')}
      </a>
    </section>
  )
}
