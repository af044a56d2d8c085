import type { Icon } from '@tabler/icons-react'
import classes from './Sign.module.css'

/** A round badge in a type's colour; empty until its symbol is loaded. */
export const Sign = ({ icon: Shape, colour }: { icon?: Icon | undefined; colour: string }) => (
  <span className={classes.sign} style={{ background: colour }} aria-hidden>
    {Shape && <Shape size={18} stroke={2} />}
  </span>
)
