import type { ReactNode } from 'react'
import { fieldProblemsOf } from '../../../ui/forms/form.ts'
import classes from './EventForm.module.css'

export const Slot = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.slot} data-field={name}>
    {children}
  </div>
)

const slots =
  /^(name|publicAction(\.fields\..+)?|startCoordinates|region|localMaps|description|file|communityId|groups|startTime|plannedTime|isPublic)$/

/** Errors of single coordinates are shown at the place field. */
export const slotOf = (field: string): string => (field.startsWith('startCoordinates') ? 'startCoordinates' : field)

export const isAllShown = (error: unknown): boolean => {
  const fields = Object.keys(fieldProblemsOf(error))
  return fields.length > 0 && fields.every((field) => slots.test(slotOf(field)))
}
