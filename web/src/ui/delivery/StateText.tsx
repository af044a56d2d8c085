import { useTranslation } from 'react-i18next'
import type { DeliveryState } from '#contract'
import classes from './Delivery.module.css'

/** What became of a delivery, in a word. */
export const StateText = ({ state }: { state: DeliveryState }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.state} data-state={state}>
      {t(`delivery.state.${state}`)}
    </span>
  )
}
