import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './DeviceStrip.module.css'

type Props = { icon: TablerIcon; text: string; children?: ReactNode }

export const StripLine = ({ icon: Icon, text, children }: Props) => (
  <div className={classes.line} role="status">
    <Icon size={18} stroke={1.75} aria-hidden />
    <span className={classes.words}>
      <span className={classes.text}>{text}</span>
      {children && <span className={classes.buttons}>{children}</span>}
    </span>
  </div>
)
