import classes from './OneLine.module.css'

/** A name on one line. What does not fit is cut off at the name's own end, whichever way the page runs; hover tells it whole. */
export const OneLine = ({ text, className = '' }: { text: string; className?: string | undefined }) => (
  <bdi className={`${classes.line} ${className}`} title={text}>
    {text}
  </bdi>
)
