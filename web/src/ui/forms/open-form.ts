import { useEffect } from 'react'

let open = 0

/** While a form stands open, nothing but its own person leads away from it. */
export const useOpenForm = (): void =>
  useEffect(() => {
    open += 1
    return () => {
      open -= 1
    }
  }, [])

export const isFormOpen = (): boolean => open > 0
