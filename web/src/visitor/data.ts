import { useCallback, useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../i18n/i18n.ts'

/**
 * One answer of the server, held by the one view that shows it: these pages have nothing to share, and every kilobyte
 * counts on a slow line. What was shown stays while it is asked again.
 */
export const useAnswer = <T>(ask: (signal: AbortSignal) => Promise<T>, everyMs?: number) => {
  const [state, setState] = useState<{ data?: T; problem?: unknown }>({})
  const asking = useRef(new AbortController())
  const again = useCallback(async () => {
    asking.current.abort()
    asking.current = new AbortController()
    const { signal } = asking.current
    try {
      const data = await ask(signal)
      if (!signal.aborted) setState({ data })
    } catch (problem) {
      if (!signal.aborted) setState(({ data }) => ({ data, problem }))
    }
  }, [ask])

  useEffect(() => {
    void again()
    return () => asking.current.abort()
  }, [again])

  useEffect(() => {
    if (!everyMs) return
    const refresh = () => void (document.visibilityState === 'visible' && again())
    const timer = setInterval(refresh, everyMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [again, everyMs])

  /** An answer that came another way, newer than any that is under way. */
  const show = useCallback((data: T) => {
    asking.current.abort()
    setState({ data })
  }, [])
  return { ...state, again, show }
}

/** 256 random bits, known to nobody else: the visitor's own address. */
export const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')

type Translated = { name: string; translations: Record<string, Record<string, string>> }

/** A text in the reader's language, or as it was written first. */
export const nameOf = ({ name, translations }: Translated): string => translations[currentLanguage()]?.name || name
