import type { ReactNode } from 'react'
import classes from './FieldGroup.module.css'

/** A group of fields with a legend. */
export const FieldGroup = ({ name, children }: { name: string; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend className={classes.legend}>{name}</legend>
    {children}
  </fieldset>
)
