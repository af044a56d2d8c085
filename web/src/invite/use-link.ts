import { useCallback, useEffect, useState } from 'react'
import { type InvitationInfo, inviteApi, Problem, type ReentryInfo } from '#contract'
import { call } from '../api/call.ts'

export type LinkState<Found> = { found?: Found; problem?: unknown; retry: () => void }

/** What was copied incompletely is not worth a question. */
const ask = <Found>(token: string, question: () => Promise<Found>): Promise<Found> =>
  /^[\w-]{20,64}$/.test(token) ? question() : Promise.reject(new Problem('notFound'))

/** Asks once; these pages are light and know no query cache. */
const useAnswer = <Found>(asking: (signal: AbortSignal) => Promise<Found>): LinkState<Found> => {
  const [answer, setAnswer] = useState<{ found?: Found; problem?: unknown }>({})
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    const leaving = new AbortController()
    setAnswer({})
    asking(leaving.signal).then(
      (found) => setAnswer({ found }),
      (problem: unknown) => leaving.signal.aborted || setAnswer({ problem }),
    )
    return () => leaving.abort()
  }, [asking, round])
  return { ...answer, retry: () => setRound((now) => now + 1) }
}

export const useInvitation = (token: string): LinkState<InvitationInfo> =>
  useAnswer(useCallback((signal) => ask(token, () => call(inviteApi.info, { params: { token } }, signal)), [token]))

export const useReentry = (token: string): LinkState<ReentryInfo> =>
  useAnswer(
    useCallback((signal) => ask(token, () => call(inviteApi.reentryInfo, { params: { token } }, signal)), [token]),
  )
