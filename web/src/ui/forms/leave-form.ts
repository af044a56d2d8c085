import { createContext } from 'react'

/** Closes the open form and returns to its list; undefined for forms without a list. */
export const LeaveForm = createContext<(() => void) | undefined>(undefined)
