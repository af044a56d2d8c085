import { formatNumber } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import classes from './TabCount.module.css'

export const TabCount = ({ total, fresh, label }: { total: number; fresh: number; label: string }) => (
  <>
    <span className={classes.total}>{formatNumber(total, currentLanguage())}</span>
    {fresh > 0 && (
      <span className={classes.fresh} title={label} role="img" aria-label={label}>
        {formatNumber(fresh, currentLanguage())}
      </span>
    )}
  </>
)
