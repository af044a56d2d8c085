import type { ReactNode } from 'react'
import { fieldProblemsOf } from '../../ui/forms/form.ts'
import classes from './EventForm.module.css'

/** A field by the name that the contract gives it, so that what is wrong with it can be found on the page. */
export const Slot = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.slot} data-field={name}>
    {children}
  </div>
)

const slots =
  /^(name|publicAction(\.fields\..+)?|startCoordinates|region|localMaps|description|file|communityId|groups|startTime|plannedTime|isPublic)$/

/** A coordinate that is wrong is a place that is wrong. */
export const slotOf = (field: string): string => (field.startsWith('startCoordinates') ? 'startCoordinates' : field)

/** Whether each thing that the server found wrong stands under a field already. */
export const isAllShown = (error: unknown): boolean => {
  const fields = Object.keys(fieldProblemsOf(error))
  return fields.length > 0 && fields.every((field) => slots.test(slotOf(field)))
}
