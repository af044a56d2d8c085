import { useCallback, useEffect, useState } from 'react'
import { type InvitationInfo, inviteApi, type ReentryInfo } from '#contract'
import { call } from '../api/call.ts'

export type Opened<Found> = { found?: Found; problem?: unknown; retry: () => void }

/** Asks once; these pages are light and know no query cache. */
const useAnswer = <Found>(ask: (signal: AbortSignal) => Promise<Found>): Opened<Found> => {
  const [answer, setAnswer] = useState<{ found?: Found; problem?: unknown }>({})
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    const leaving = new AbortController()
    setAnswer({})
    ask(leaving.signal).then(
      (found) => setAnswer({ found }),
      (problem: unknown) => leaving.signal.aborted || setAnswer({ problem }),
    )
    return () => leaving.abort()
  }, [ask, round])
  return { ...answer, retry: () => setRound((now) => now + 1) }
}

export const useInvitation = (token: string): Opened<InvitationInfo> =>
  useAnswer(useCallback((signal) => call(inviteApi.info, { params: { token } }, signal), [token]))

export const useReentry = (token: string): Opened<ReentryInfo> =>
  useAnswer(useCallback((signal) => call(inviteApi.reentryInfo, { params: { token } }, signal), [token]))
