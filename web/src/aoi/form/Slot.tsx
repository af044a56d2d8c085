import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Problem } from '#contract'
import { focusProblem } from '../../ui/forms/focus-problem.ts'
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
  const fields = Object.keys((error instanceof Problem && error.fields) || {})
  return fields.length > 0 && fields.every((field) => slots.test(slotOf(field)))
}

/** Leads to the first field, as it stands on the page, that has something wrong with it. */
export const useFirstProblem = (errors: Record<string, ReactNode>) => {
  const element = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt, not with every error that comes and goes
  useEffect(() => {
    if (attempt === 0) return
    focusProblem(element.current, (field) => Boolean(errors[field]))
  }, [attempt])
  return { element, focusFirst: () => setAttempt((count) => count + 1) }
}
