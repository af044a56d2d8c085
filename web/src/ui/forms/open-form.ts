import { useEffect } from 'react'

let open = 0

/** Prevents redirects while a form is open (`useGuard`). */
export const useOpenForm = (): void =>
  useEffect(() => {
    open += 1
    return () => {
      open -= 1
    }
  }, [])

export const isFormOpen = (): boolean => open > 0
