import classes from './Skeleton.module.css'

/** Lines in the shape of what comes; they appear only if it takes more than a moment. */
export const Skeleton = ({ rows = 4, label }: { rows?: number; label: string }) => (
  <div className={classes.rows} role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
      <span key={row} className={classes.row} />
    ))}
  </div>
)
