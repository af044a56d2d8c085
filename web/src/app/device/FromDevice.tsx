import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { restoreAnswers } from '../../api/device/answers.ts'

type Props = { waiting: ReactNode; otherwise: ReactNode }

/** Brings back what the device remembers; the page then goes on with it. Where there is nothing, it says so. */
export const FromDevice = ({ waiting, otherwise }: Props) => {
  const queries = useQueryClient()
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => {
    restoreAnswers(queries).then(
      (isAny) => setIsEmpty(!isAny),
      () => setIsEmpty(true),
    )
  }, [queries])
  return isEmpty ? otherwise : waiting
}
