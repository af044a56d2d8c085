import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/** Information that needs no action; children are optional actions. */
export const Notice = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className={classes.notice} role="status">
    <IconInfoCircle size={18} stroke={1.75} aria-hidden />
    <p>{text}</p>
    {children}
  </div>
)
