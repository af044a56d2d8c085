import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WarningSeverity } from '#contract'
import classes from './Severity.module.css'

type Props = { severity: WarningSeverity }

export const SeverityBadge = ({ severity }: Props) => {
  const { t } = useTranslation()
  return (
    <span className={classes.badge} data-severity={severity}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {t(`warning.severity.${severity}`)}
    </span>
  )
}

/** Icon in a row whose text names the severity. */
export const SeveritySign = ({ severity }: Props) => (
  <span className={classes.sign} data-severity={severity}>
    <IconAlertTriangle size={22} stroke={1.75} aria-hidden />
  </span>
)

export const SeverityWord = ({ severity }: Props) => {
  const { t } = useTranslation()
  return (
    <span className={classes.word} data-severity={severity}>
      {t(`warning.severity.${severity}`)}
    </span>
  )
}
