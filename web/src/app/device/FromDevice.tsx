import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { restoreAnswers } from '../../api/device/answers.ts'
import { noteFirstView } from '../../ui/browser/first-view-shown.ts'

type Props = {
  /** If false, the server is slow and its replies will replace restored ones. */
  isOffline: boolean
  fallback: ReactNode
  emptyFallback: ReactNode
}

/**
 * Restores the replies stored on the device; the page then renders from them. `emptyFallback` is shown if there are
 * none.
 */
export const FromDevice = ({ isOffline, fallback, emptyFallback }: Props) => {
  const queries = useQueryClient()
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => {
    restoreAnswers(queries, { isOffline }).then(
      (isAny) => {
        setIsEmpty(!isAny)
        // The rest of the code is on this device too.
        if (isAny) noteFirstView()
      },
      () => setIsEmpty(true),
    )
  }, [queries, isOffline])
  return isEmpty ? emptyFallback : fallback
}
