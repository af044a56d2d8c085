import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { restoreAnswers } from '../../api/device/answers.ts'

type Props = { fallback: ReactNode; emptyFallback: ReactNode }

/**
 * Restores the replies stored on the device; the page then renders from them. `emptyFallback` is shown if there are
 * none.
 */
export const FromDevice = ({ fallback, emptyFallback }: Props) => {
  const queries = useQueryClient()
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => {
    restoreAnswers(queries).then(
      (isAny) => setIsEmpty(!isAny),
      () => setIsEmpty(true),
    )
  }, [queries])
  return isEmpty ? emptyFallback : fallback
}
