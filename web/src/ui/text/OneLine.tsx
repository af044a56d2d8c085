import classes from './OneLine.module.css'

/** A name on one line, truncated at its end in either writing direction; the tooltip shows the whole name. */
export const OneLine = ({ text, className = '' }: { text: string; className?: string | undefined }) => (
  <bdi className={`${classes.line} ${className}`} title={text}>
    {text}
  </bdi>
)
