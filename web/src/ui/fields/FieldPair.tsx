import type { ReactNode } from 'react'
import classes from './FieldPair.module.css'

/** Two fields side by side. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
