import { useTranslation } from 'react-i18next'
import classes from './RowSkeleton.module.css'

export const RowSkeleton = () => (
  <div className={classes.row} aria-hidden>
    <span className={classes.picture} />
    <span className={classes.text}>
      <span className={classes.name} />
      <span className={classes.meta} />
    </span>
  </div>
)

export const RowsSkeleton = ({ rows = 8 }: { rows?: number }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.rows} role="status" aria-label={t('word.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <RowSkeleton key={row} />
      ))}
    </div>
  )
}
