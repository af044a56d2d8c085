import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * A reply for one component: these pages share no data, and a query library is too heavy for a slow connection. Data
 * stays during a refetch.
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
