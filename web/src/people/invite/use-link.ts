import { useCallback, useEffect, useState } from 'react'
import {
  type EscalationNotice,
  escalationApi,
  type InvitationInfo,
  inviteApi,
  mailApi,
  Problem,
  type ReentryInfo,
} from '#contract'
import { call } from '../../api/call.ts'

export type LinkState<Info> = { info?: Info; problem?: unknown; retry: () => void }

/** Rejects a malformed token, such as an incompletely copied one, without a request. */
const requestIfComplete = <Info>(token: string, request: () => Promise<Info>): Promise<Info> =>
  /^[\w-]{20,64}$/.test(token) ? request() : Promise.reject(new Problem('notFound'))

/** Sends the request on mount. There is no query cache, to keep these pages small. */
const useAnswer = <Info>(request: (signal: AbortSignal) => Promise<Info>): LinkState<Info> => {
  const [answer, setAnswer] = useState<{ info?: Info; problem?: unknown }>({})
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round repeats the request
  useEffect(() => {
    const controller = new AbortController()
    setAnswer({})
    request(controller.signal).then(
      (info) => setAnswer({ info }),
      (problem: unknown) => controller.signal.aborted || setAnswer({ problem }),
    )
    return () => controller.abort()
  }, [request, round])
  return { ...answer, retry: () => setRound((now) => now + 1) }
}

export const useInvitation = (token: string): LinkState<InvitationInfo> =>
  useAnswer(
    useCallback(
      (signal) => requestIfComplete(token, () => call(inviteApi.info, { params: { token } }, signal)),
      [token],
    ),
  )

export const useReentry = (token: string): LinkState<ReentryInfo> =>
  useAnswer(
    useCallback(
      (signal) => requestIfComplete(token, () => call(inviteApi.reentryInfo, { params: { token } }, signal)),
      [token],
    ),
  )

export const useConfirmation = (token: string): LinkState<{ address: string; username: string }> =>
  useAnswer(
    useCallback(
      (signal) => requestIfComplete(token, () => call(mailApi.confirmation, { params: { token } }, signal)),
      [token],
    ),
  )

export const useAlarmNotice = (token: string): LinkState<EscalationNotice> =>
  useAnswer(
    useCallback(
      (signal) => requestIfComplete(token, () => call(escalationApi.notice, { params: { token } }, signal)),
      [token],
    ),
  )
