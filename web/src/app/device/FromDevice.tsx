import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { restoreAnswers } from '../../api/device/answers.ts'
import { noteFirstView } from '../../ui/browser/first-view-shown.ts'

type Props = {
  /** False if the server is only slow: its replies will replace the restored ones. */
  isOffline: boolean
  fallback: ReactNode
  emptyFallback: ReactNode
}

/**
 * Restores the replies stored on the device, from which the page then renders. Shows `emptyFallback` if there are none.
 */
export const FromDevice = ({ isOffline, fallback, emptyFallback }: Props) => {
  const queries = useQueryClient()
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => {
    restoreAnswers(queries, { isOffline }).then(
      (isAny) => {
        setIsEmpty(!isAny)
        // Loads the remaining code at once, because it is stored on this device too.
        if (isAny) noteFirstView()
      },
      () => setIsEmpty(true),
    )
  }, [queries, isOffline])
  return isEmpty ? emptyFallback : fallback
}
