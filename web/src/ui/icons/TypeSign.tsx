import { IconAlertCircle } from '@tabler/icons-react'
import { symbols } from './all-symbols.ts'
import classes from './TypeSign.module.css'

/** The badge of a type, as on the map. */
export const TypeSign = ({ icon, colour }: { icon: string; colour: string }) => {
  const Shape = symbols[icon] ?? IconAlertCircle
  return (
    <span className={classes.sign} style={{ background: colour }} aria-hidden>
      <Shape size={18} stroke={2} />
    </span>
  )
}
