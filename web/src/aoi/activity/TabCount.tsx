import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import classes from './TabCount.module.css'

/** How many there are, and in red how many of them are new. */
export const TabCount = ({ total, fresh, words }: { total: number; fresh: number; words: string }) => (
  <>
    <span className={classes.total}>{formatNumber(total, currentLanguage())}</span>
    {fresh > 0 && (
      <span className={classes.fresh} title={words} role="img" aria-label={words}>
        {formatNumber(fresh, currentLanguage())}
      </span>
    )}
  </>
)
