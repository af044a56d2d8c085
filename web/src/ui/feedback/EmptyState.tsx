import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

export const EmptyState = ({ icon: Shape, text, children }: { icon: Icon; text: string; children?: ReactNode }) => (
  <div className={classes.empty}>
    <span className={classes.icon}>
      <Shape size={28} stroke={1.5} aria-hidden />
    </span>
    <p className={classes.text}>{text}</p>
    {children}
  </div>
)
