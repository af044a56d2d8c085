import { useTranslation } from 'react-i18next'
import type { DeliveryState } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import classes from './Delivery.module.css'

export const StateText = ({ state }: { state: DeliveryState }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.state} data-state={state}>
      {t(`delivery.state.${state}`)}
    </span>
  )
}

export const useAge = () => {
  const { t } = useTranslation()
  return (time: string) => isolated(formatRelative(new Date(time), new Date(), t, currentLanguage()))
}
