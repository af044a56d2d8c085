import type { ReactNode } from 'react'
import classes from './FieldGroup.module.css'

export const FieldGroup = ({ name, children }: { name: string; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend className={classes.legend}>{name}</legend>
    {children}
  </fieldset>
)

export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
