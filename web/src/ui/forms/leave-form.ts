import { createContext } from 'react'

/** Leaves the open form for its list; undefined where a form has none. */
export const LeaveForm = createContext<(() => void) | undefined>(undefined)
