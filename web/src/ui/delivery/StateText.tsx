import { useTranslation } from 'react-i18next'
import type { DeliveryState } from '#contract'
import classes from './Delivery.module.css'

export const StateText = ({ state }: { state: DeliveryState }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.state} data-state={state}>
      {t(`delivery.state.${state}`)}
    </span>
  )
}
