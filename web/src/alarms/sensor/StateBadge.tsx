import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type AoiStatus, type SensorSeverity, sensorStates, severityOf } from '#contract'
import { severityIcons, severityOfArea } from './look.ts'
import classes from './StateBadge.module.css'

const isKnown = (state: string): state is (typeof sensorStates)[number] => sensorStates.some((known) => known === state)

export const stateText = (state: string, t: TFunction): string => (isKnown(state) ? t(`sensor.state.${state}`) : state)

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
