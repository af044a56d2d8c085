import { useTranslation } from 'react-i18next'
import { type AoiStatus, type SensorSeverity, severityOf } from '#contract'
import { severityIcons, severityOfArea } from './look.ts'
import classes from './StateBadge.module.css'
import { stateText } from './state-text.ts'

export const StateBadge = ({ state }: { state: string }) => {
  const { t } = useTranslation()
  return <Badge severity={severityOf(state)} text={stateText(state, t)} />
}

export const StatusChip = ({ status }: { status: AoiStatus | null }) => {
  const { t } = useTranslation()
  return <Badge severity={severityOfArea(status)} text={t(`sensor.status.${status ?? 'OK'}`)} />
}

const Badge = ({ severity, text }: { severity: SensorSeverity; text: string }) => {
  const Sign = severityIcons[severity]
  return (
    <span className={classes.badge} data-severity={severity}>
      <Sign size={14} stroke={2} aria-hidden />
      <bdi>{text}</bdi>
    </span>
  )
}
