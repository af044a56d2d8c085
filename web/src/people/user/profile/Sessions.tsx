import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Session } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useEndSession, useSessions } from '../data.ts'
import { deviceOf } from './device.ts'
import classes from './ProfileForm.module.css'

export const Sessions = () => {
  const { t } = useTranslation()
  const now = useNow()
  const { data, error, refetch } = useSessions()
  const ago = (time: string) => formatRelative(new Date(time), now, t, currentLanguage())
  return (
    <FieldGroup name={t('sessions.title')}>
      <ProblemText problem={error} onRetry={() => refetch()} />
      <ul className={classes.list}>
        {data?.sessions.map((session) => (
          <SessionRow key={session._id} session={session} lastUsed={ago(session.lastUsedAt)} />
        ))}
      </ul>
      {data && data.events.length > 0 && (
        <section className={classes.asked} aria-label={t('sessions.events')}>
          <p className={classes.meta}>{t('sessions.events')}</p>
          <ul className={classes.list}>
            {data.events.map(({ what, by, at }) => (
              <li key={at + what}>
                {t(`sessions.${what}`, { by })} <span className={classes.meta}>{ago(at)}</span>
              </li>
            ))}
          </ul>
          <p className={classes.meta}>{t('sessions.eventsHint')}</p>
        </section>
      )}
    </FieldGroup>
  )
}

const SessionRow = ({ session, lastUsed }: { session: Session; lastUsed: string }) => {
  const { t } = useTranslation()
  const end = useEndSession()
  const parsed = deviceOf(session.userAgent)
  const device = parsed ? t('sessions.device', parsed) : t('sessions.unknown')
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p>
          <bdi>{device}</bdi>
        </p>
        <p className={classes.meta}>
          {session.isCurrent ? t('sessions.current') : t('sessions.lastUsed', { time: lastUsed })}
          {session.address && (
            <>
              {' · '}
              <bdi dir="ltr">{session.address}</bdi>
            </>
          )}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sessions.endOf', { device })}
          loading={end.isPending}
          onClick={() =>
            end.mutateAsync(session._id).then(
              () => toast({ message: t('sessions.ended') }),
              () => {},
            )
          }
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
