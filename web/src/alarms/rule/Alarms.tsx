import { Badge } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Alarm, inLanguage } from '#contract'
import { formatRelative, momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted } from '../../i18n/isolated.ts'
import { useNow } from '../../ui/browser/now.ts'
import { ReasonForm } from '../../ui/forms/ReasonForm.tsx'
import classes from '../../ui/lists/PlainList.module.css'
import { toastProblem } from '../../ui/overlays/toast.ts'
import type { RuleChoices } from './choices.ts'
import { severityColours, useEndAlarm } from './data.ts'
import { conditionText, observationText, triggerText } from './sentence.ts'

type Props = {
  alarms: readonly Alarm[]
  choices: RuleChoices
  mayEnd: boolean
  onSensor?: ((id: string) => void) | undefined
  onEvent: (nonce: string) => void
  onWarning?: ((id: string) => void) | undefined
}

export const Alarms = ({ alarms, ...props }: Props) => (
  <ul className={classes.list}>
    {alarms.map((alarm) => (
      <AlarmRow key={alarm._id} alarm={alarm} {...props} />
    ))}
  </ul>
)

const timesText = ({ kind, beganAt, raisedAt }: Alarm, t: TFunction): string => {
  const at = momentText(raisedAt)
  if (kind === 'noData' || beganAt === raisedAt) return t(`rule.period.${kind}`, { at })
  return t('rule.heldSince', { since: momentText(beganAt), at })
}

const AlarmRow = ({
  alarm,
  choices,
  mayEnd,
  onSensor,
  onEvent,
  onWarning,
}: Omit<Props, 'alarms'> & { alarm: Alarm }) => {
  const { t } = useTranslation()
  const now = useNow()
  const { sensor, event, explanation, endedAt } = alarm
  const { warning } = explanation
  const at = new Date(alarm.raisedAt)
  const seen = (explanation.conditions ?? []).map(({ condition, value }) => {
    const text = conditionText(condition, choices, t)
    return value === null ? text : t('rule.saw', { text, value: observationText(value) })
  })
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <Badge
          color={alarm.kind === 'noData' ? 'gray' : severityColours[alarm.severity]}
          variant={endedAt ? 'light' : 'filled'}
        >
          {alarm.kind === 'noData' ? t('rule.noDataBadge') : t(`rule.severity.${alarm.severity}`)}
        </Badge>
        <bdi className={classes.name}>{alarm.ruleName}</bdi>
        {alarm.isMuted && !endedAt && <Badge variant="outline">{t('rule.isMuted')}</Badge>}
        <span className={classes.space} />
        <time className={classes.meta} dateTime={alarm.raisedAt} title={momentText(alarm.raisedAt)}>
          {formatRelative(at, now, t, currentLanguage())}
        </time>
      </div>
      <div className={classes.line}>
        {sensor && onSensor && (
          <button type="button" className={classes.link} onClick={() => onSensor(sensor._id)}>
            <bdi>{sensor.name}</bdi>
          </button>
        )}
        {warning && <WarningLink warning={warning} onWarning={endedAt ? undefined : onWarning} />}
        {event && (
          <button type="button" className={classes.link} onClick={() => onEvent(event.nonce)}>
            <bdi>{event.name}</bdi>
          </button>
        )}
      </div>
      {alarm.kind === 'alarm' && seen.length > 0 && <span className={classes.meta}>{dotted(seen)}</span>}
      {explanation.trigger && <span className={classes.meta}>{triggerText(explanation.trigger, choices, t)}</span>}
      {explanation.count !== undefined && (
        <span className={classes.meta}>{t('rule.reports', { count: explanation.count })}</span>
      )}
      <span className={classes.meta}>{timesText(alarm, t)}</span>
      {endedAt && (
        <span className={classes.meta}>
          {alarm.endedBy
            ? t('rule.endedBy', { name: alarm.endedBy, reason: alarm.endReason })
            : t('rule.ended', { time: formatRelative(new Date(endedAt), now, t, currentLanguage()) })}
        </span>
      )}
      {!endedAt && mayEnd && <EndAlarm id={alarm._id} />}
    </li>
  )
}

type WarningProps = { warning: NonNullable<Alarm['explanation']['warning']>; onWarning: Props['onWarning'] }

/** Names the warning as it was when the alarm was raised, in its sender's words. */
const WarningLink = ({ warning: { _id, headlines }, onWarning }: WarningProps) => {
  const { headline, language } = inLanguage(headlines, currentLanguage()) ?? { headline: '', language: '' }
  const name = <bdi lang={language || undefined}>{headline}</bdi>
  return onWarning ? (
    <button type="button" className={classes.link} onClick={() => onWarning(_id)}>
      {name}
    </button>
  ) : (
    name
  )
}

const EndAlarm = ({ id }: { id: string }) => {
  const { t } = useTranslation()
  const end = useEndAlarm()
  return (
    <div className={classes.line}>
      <ReasonForm
        action={t('rule.end')}
        reasonLabel={t('rule.reason')}
        isBusy={end.isPending}
        onSubmit={(reason) => end.mutate({ id, reason }, { onError: toastProblem })}
      />
    </div>
  )
}
