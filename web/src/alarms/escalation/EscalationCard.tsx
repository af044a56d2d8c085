import { Badge, Button } from '@mantine/core'
import { IconArrowForwardUp, IconCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Escalation, EscalationReceiver } from '#contract'
import { formatTime } from '../../i18n/format.ts'
import { isolated } from '../../i18n/isolated.ts'
import classes from '../../ui/lists/PlainList.module.css'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { severityColours } from '../rule/data.ts'
import { useAcknowledge, useHandOver } from './data.ts'

type Props = {
  escalation: Escalation
  subjects: readonly string[]
  memberId: string
  mayAct: boolean
}

const MOST_SUBJECTS = 5

const clock = (time: string) => formatTime(new Date(time))

const standText = (escalation: Escalation, t: TFunction): string => {
  const { phase, level, levels, nextAt, owner, acknowledgedAt, receivers } = escalation
  if (phase === 'acknowledged' && owner)
    return t('escalation.takenBy', { name: isolated(owner.name), time: clock(acknowledgedAt ?? escalation.beganAt) })
  if (level < 0) return t('escalation.beginning')
  if (escalation.isUnreached || (level >= levels && receivers.length === 0)) return t('escalation.nobodyReached')
  const text = level >= levels ? t('escalation.atAdmins') : t('escalation.waiting', { level: level + 1, levels })
  return nextAt ? `${text} · ${t('escalation.nextAt', { time: clock(nextAt) })}` : text
}

const receiverText = ({ name, deliveries }: EscalationReceiver, t: TFunction): string => {
  const states = deliveries.map(
    ({ channel, state }) => `${t(`escalation.channel.${channel}`)}: ${t(`escalation.state.${state}`)}`,
  )
  return states.length > 0 ? `${isolated(name)} (${states.join(', ')})` : isolated(name)
}

export const EscalationCard = ({ escalation, subjects, memberId, mayAct }: Props) => {
  const { t } = useTranslation()
  const acknowledge = useAcknowledge()
  const handOver = useHandOver()
  const { _id, levels, severity, ruleName, openAlarms, phase, owner, receivers } = escalation
  const shown = subjects.slice(0, MOST_SUBJECTS)
  const isMine = owner?._id === memberId
  const levelName = (level: number | null) => {
    if (level === null) return t('escalation.toldOwner')
    return level >= levels ? t('escalation.toldAdmins') : t('escalation.toldLevel', { number: level + 1 })
  }
  const done = (text: 'acknowledged' | 'handedOver') => ({
    onSuccess: () => void toast({ message: t(`escalation.${text}`) }),
    onError: toastProblem,
  })
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <Badge color={severityColours[severity]} variant={phase === 'climbing' ? 'filled' : 'light'}>
          {t(`rule.severity.${severity}`)}
        </Badge>
        <bdi className={classes.name}>{ruleName}</bdi>
        <span className={classes.space} />
        <span className={classes.meta}>{t('escalation.alarmCount', { count: openAlarms })}</span>
      </div>
      <strong role="status">{standText(escalation, t)}</strong>
      {shown.length > 0 && (
        <span className={classes.meta}>
          <bdi>{shown.join(', ')}</bdi>
          {openAlarms > shown.length && ` ${t('escalation.more', { count: openAlarms - shown.length })}`}
        </span>
      )}
      {[...Map.groupBy(receivers, ({ level }) => level)].map(([level, own]) => (
        <span key={level} className={classes.meta}>
          {levelName(level)}: {own.map((receiver) => receiverText(receiver, t)).join(', ')}
        </span>
      ))}
      {mayAct && (
        <div className={classes.line}>
          {!isMine && (
            <Button
              leftSection={<IconCheck size={18} stroke={1.75} />}
              loading={acknowledge.isPending}
              onClick={() => acknowledge.mutate(_id, done('acknowledged'))}
            >
              {t('escalation.acknowledge')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconArrowForwardUp size={18} stroke={1.75} />}
            loading={handOver.isPending}
            onClick={() => handOver.mutate(_id, done('handedOver'))}
          >
            {t('escalation.handOver')}
          </Button>
        </div>
      )}
    </li>
  )
}
