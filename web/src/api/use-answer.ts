import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Loads a reply for one component and keeps it during a refetch. For light pages without shared data, where a query
 * library would slow down the first load.
 */
export const useAnswer = <T>(ask: (signal: AbortSignal) => Promise<T>, everyMs?: number) => {
  const [state, setState] = useState<{ data?: T; problem?: unknown }>({})
  const controller = useRef(new AbortController())
  const refetch = useCallback(async () => {
    controller.current.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    try {
      const data = await ask(signal)
      if (!signal.aborted) setState({ data })
    } catch (problem) {
      if (!signal.aborted) setState(({ data }) => ({ data, problem }))
    }
  }, [ask])

  useEffect(() => {
    void refetch()
    return () => controller.current.abort()
  }, [refetch])

  useEffect(() => {
    if (!everyMs) return
    const refresh = () => void (document.visibilityState === 'visible' && refetch())
    const timer = setInterval(refresh, everyMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [refetch, everyMs])

  const show = useCallback((data: T) => {
    controller.current.abort()
    setState({ data })
  }, [])
  return { ...state, refetch, show }
}
