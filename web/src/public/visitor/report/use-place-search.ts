import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type FoundPlace, type LngLat, Problem, visitorApi } from '#contract'
import { call } from '../../../api/call.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'

const PAUSE_MS = 300
/** Delay before a failed search is repeated, unless `Retry-After` is longer or the text changes. */
const AGAIN_SECONDS = 5

type Answer = { query: string; places: FoundPlace[]; hasFailed: boolean }

/** Places that match the typed text. A failed search is repeated instead of showing no results. */
export const usePlaceSearch = (token: string, typed: string, near: LngLat | undefined) => {
  const [query] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [answer, setAnswer] = useState<Answer>()
  const place = near?.map((degrees) => degrees.toFixed(4)).join()
  useEffect(() => {
    if (query.length < 2) return
    const controller = new AbortController()
    const { signal } = controller
    let again: ReturnType<typeof setTimeout>
    const search = async () => {
      const input = { text: query, language: currentLanguage(), near: place }
      try {
        const places = await call(visitorApi.search, { params: { link: token }, query: input }, signal)
        if (!signal.aborted) setAnswer({ query, places, hasFailed: false })
      } catch (error) {
        if (signal.aborted) return
        setAnswer({ query, places: [], hasFailed: true })
        const { retryAfterSeconds = 0 } = error instanceof Problem ? error : {}
        again = setTimeout(search, Math.max(AGAIN_SECONDS, retryAfterSeconds) * 1000)
      }
    }
    void search()
    return () => {
      controller.abort()
      clearTimeout(again)
    }
  }, [token, query, place])
  const isSearchable = typed.trim().length >= 2
  const isCurrent = isSearchable && answer?.query === typed.trim()
  return {
    places: isSearchable ? (answer?.places ?? []) : [],
    isEmpty: isCurrent && answer.places.length === 0,
    hasFailed: isCurrent && answer.hasFailed,
  }
}
