import { Button, Checkbox, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Notifications, notificationKinds, type QuietHours } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useNow } from '../../ui/browser/now.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { FieldGroup, FieldPair } from '../../ui/fields/FieldGroup.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import { useChangeNotifications, useNotifications, usePushState, useSendTest, useTurnPush } from './data.ts'
import classes from './NotificationSettings.module.css'

type Props = {
  account: string
  isOffline: boolean
}

export const NotificationSettings = ({ account, isOffline }: Props) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useNotifications()
  return (
    <FieldGroup name={t('notify.title')}>
      <ThisDevice account={account} isOffline={isOffline} />
      <ProblemText problem={error} onRetry={() => refetch()} />
      {data && (
        <>
          {data.textsStopped && <Notice text={t('notify.textsStopped')} />}
          <Kinds off={data.off} />
          <QuietHoursFields quiet={data.quiet} isHighLoud={data.isHighLoud} />
          <Devices devices={data.devices} isQuiet={data.quiet !== null} />
        </>
      )}
    </FieldGroup>
  )
}

const ThisDevice = ({ account, isOffline }: Props) => {
  const { t } = useTranslation()
  const { data: state } = usePushState()
  const turn = useTurnPush(account)
  const cannot = isOffline ? 'offline' : state === 'impossible' || state === 'blocked' ? state : undefined
  return (
    <Switch
      label={t('notify.onThisDevice')}
      description={t(`notify.${cannot ?? 'hint'}`)}
      error={turn.isError && t('notify.failed')}
      checked={state === 'on'}
      // Push can always be turned off.
      disabled={state === undefined || (cannot !== undefined && state !== 'on') || turn.isPending}
      onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
    />
  )
}

const Kinds = ({ off }: Pick<Notifications, 'off'>) => {
  const { t } = useTranslation()
  const { mutate } = useChangeNotifications()
  return (
    <Checkbox.Group
      label={t('notify.what')}
      value={notificationKinds.filter((kind) => !off.includes(kind))}
      onChange={(selected) => mutate({ off: notificationKinds.filter((kind) => !selected.includes(kind)) })}
    >
      <div className={classes.list}>
        {notificationKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`notify.kind.${kind}`)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const defaultQuietHours = (): QuietHours => ({
  from: '22:00',
  to: '07:00',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
})

type QuietTimeProps = { label: string; saved: string; onSet: (time: string) => void }

/** Saves the time on blur, so that an incomplete time is not saved. */
const QuietTime = ({ label, saved, onSet }: QuietTimeProps) => {
  const [time, setTime] = useState(saved)
  return <TimeField label={label} value={time} onChange={setTime} onBlur={() => time !== saved && onSet(time)} />
}

const QuietHoursFields = ({ quiet, isHighLoud }: Pick<Notifications, 'quiet' | 'isHighLoud'>) => {
  const { t } = useTranslation()
  const { mutate } = useChangeNotifications()
  /** Saves only complete input: an empty field or equal times are still being edited. */
  const set = (changed: Partial<QuietHours>) => {
    const next = { ...(quiet ?? defaultQuietHours()), ...changed }
    if (next.from && next.to && next.from !== next.to)
      mutate({ quiet: { ...next, timeZone: defaultQuietHours().timeZone } })
  }
  return (
    <>
      <Switch
        label={t('notify.quiet')}
        description={t('notify.quietHint')}
        checked={quiet !== null}
        onChange={({ currentTarget }) => mutate({ quiet: currentTarget.checked ? defaultQuietHours() : null })}
      />
      {quiet && (
        <div>
          <FieldPair>
            {(['from', 'to'] as const).map((end) => (
              <QuietTime
                key={end + quiet[end]}
                label={t(`notify.${end}`)}
                saved={quiet[end]}
                onSet={(time) => set({ [end]: time })}
              />
            ))}
          </FieldPair>
          <p className={classes.meta}>
            <bdi>{t('notify.zone', { zone: quiet.timeZone })}</bdi>
          </p>
          <Switch
            label={t('notify.isHighLoud')}
            description={t('notify.isHighLoudHint')}
            checked={isHighLoud}
            onChange={({ currentTarget }) => mutate({ isHighLoud: currentTarget.checked })}
          />
        </div>
      )}
    </>
  )
}

const Devices = ({ devices, isQuiet }: Pick<Notifications, 'devices'> & { isQuiet: boolean }) => {
  const { t } = useTranslation()
  const test = useSendTest()
  const now = useNow()
  if (devices.length === 0) return null
  return (
    <div>
      <p>{t('notify.devices', { count: devices.length })}</p>
      <ul className={classes.list}>
        {devices.map(({ _id, isCurrent, lastDeliveredAt, lastProblem }) => (
          <li key={_id} className={classes.meta}>
            {t(isCurrent ? 'notify.thisDevice' : 'notify.otherDevice')}
            {' · '}
            {lastDeliveredAt
              ? t('notify.lastTold', { age: formatRelative(new Date(lastDeliveredAt), now, t, currentLanguage()) })
              : t('notify.neverTold')}
            {lastProblem && <p className={classes.problem}>{t('notify.problem')}</p>}
          </li>
        ))}
      </ul>
      <Button className={classes.test} variant="light" loading={test.isPending} onClick={() => test.mutate()}>
        {t('notify.sendTest')}
      </Button>
      <ProblemText problem={test.error} />
      {test.data && (
        <p role="status" className={classes.meta}>
          {t('notify.testSent', { count: test.data.devices })} {isQuiet && t('notify.testQuiet')}
        </p>
      )}
    </div>
  )
}
