import { createContext, useEffect } from 'react'

let open = 0

/** While a form is open, `useGuard` makes no redirects. */
export const useOpenForm = (): void =>
  useEffect(() => {
    open += 1
    return () => {
      open -= 1
    }
  }, [])

export const isFormOpen = (): boolean => open > 0

/** Closes the open form and returns to its list; undefined for forms without a list. */
export const LeaveForm = createContext<(() => void) | undefined>(undefined)
