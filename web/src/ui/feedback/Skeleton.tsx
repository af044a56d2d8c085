import classes from './Skeleton.module.css'

/** Placeholder lines. CSS delays them, so that quick loading shows none. */
export const Skeleton = ({ rows = 4, label }: { rows?: number; label: string }) => (
  <div className={classes.rows} role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
      <span key={row} className={classes.row} />
    ))}
  </div>
)
