import classes from './OneLine.module.css'

/** A name on one line, truncated at its end in both directions; the tooltip shows all. */
export const OneLine = ({ text, className = '' }: { text: string; className?: string | undefined }) => (
  <bdi className={`${classes.line} ${className}`} title={text}>
    {text}
  </bdi>
)
