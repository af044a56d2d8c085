import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, type LngLat, type ReviewResult, reviewApi } from '#contract'
import { call } from '../../api/call.ts'
import { type HeldFilter, reviewKeys } from './keys.ts'

/** Maximum number of decisions per request, so that a busy server replies in time. */
const DECIDED_AT_ONCE = 50
/** Interval of lease renewals; a lease lasts five minutes. */
const RENEW_MS = 120_000

export const useReviewStatus = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: reviewKeys.status,
    queryFn: ({ signal }) => call(reviewApi.status, undefined, signal),
    enabled,
  })

/**
 * The report under review. Repeated requests return the same report until it is decided or skipped, so live messages
 * may cause a refetch.
 */
export const useNextReport = (skipped: readonly string[]) =>
  useQuery({
    queryKey: reviewKeys.next(skipped),
    queryFn: async ({ signal }) => (await call(reviewApi.next, { body: { skipped: [...skipped] } }, signal)).report,
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  })

const queryOf = ({ typeId, ...rest }: HeldFilter) => ({ ...rest, ...(typeId && { typeId }) })

export const useHeldReports = (filter: HeldFilter) =>
  useQuery({
    queryKey: reviewKeys.list(filter),
    queryFn: ({ signal }) => call(reviewApi.list, { query: queryOf(filter) }, signal),
    placeholderData: keepPreviousData,
  })

export const useMatchingIds = () =>
  useMutation({ mutationFn: (filter: HeldFilter) => call(reviewApi.ids, { query: queryOf(filter) }) })

type Ids = { ids: string[] }
type Acceptance = {
  publicText?: string
  hasPublicPhoto?: boolean
  typeId?: string | undefined
  place?: { coordinates: LngLat; address: string } | undefined
}
type Refusal = CallInput<typeof reviewApi.refuse>['body']

export type Decision =
  | ({ kind: 'accepted' } & Acceptance & Ids)
  | ({ kind: 'undone' } & Ids)
  /** Without `aoiId`, merges into the first of `ids`. */
  | ({ kind: 'merged'; aoiId?: string } & Ids)
  | ({ kind: 'refused' } & Pick<Refusal, 'reason' | 'text'> & Ids)
  | ({ kind: 'asked'; question: string } & Ids)
  | ({ kind: 'handed'; roleId: string } & Ids)

const sendAtOnce = (decision: Decision): Promise<ReviewResult> => {
  const { kind, ids } = decision
  switch (kind) {
    case 'accepted':
      return call(reviewApi.accept, {
        body: {
          ids,
          publicText: decision.publicText ?? '',
          hasPublicPhoto: decision.hasPublicPhoto ?? false,
          ...(decision.typeId && { typeId: decision.typeId }),
          ...(decision.place && { place: decision.place }),
        },
      })
    case 'undone':
      return call(reviewApi.undo, { body: { ids } })
    case 'merged':
      return call(reviewApi.merge, { body: { ids, ...(decision.aoiId && { aoiId: decision.aoiId }) } })
    case 'refused':
      return call(reviewApi.refuse, { body: { ids, reason: decision.reason, text: decision.text } })
    case 'asked':
      return call(reviewApi.ask, { body: { ids, question: decision.question } })
    case 'handed':
      return call(reviewApi.hand, { body: { ids, roleId: decision.roleId } })
  }
}

const send = async (decision: Decision): Promise<ReviewResult> => {
  // Undoes in reverse order, because a merge decides the main event first.
  const ids = decision.kind === 'undone' ? decision.ids.toReversed() : decision.ids
  const done = [] as ReviewResult['done']
  const left = [] as ReviewResult['left']
  for (let at = 0; at < ids.length; at += DECIDED_AT_ONCE) {
    const part = { ...decision, ids: ids.slice(at, at + DECIDED_AT_ONCE) }
    if (part.kind === 'merged' && at > 0) part.aoiId ??= ids[0]
    const result = await sendAtOnce(part)
    done.push(...(decision.kind === 'merged' ? inOrder(part.ids, result.done) : result.done))
    left.push(...result.left)
  }
  return { done, left }
}

const inOrder = (ids: readonly string[], some: readonly string[]) => ids.filter((id) => some.includes(id))

export const useDecide = () => {
  const queries = useQueryClient()
  // `onSettled` does not wait for the lists: the decision is complete, and the next key press must not be delayed.
  return useMutation({
    mutationFn: send,
    onSettled: () => void queries.invalidateQueries({ queryKey: reviewKeys.all }),
  })
}

export const useTake = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(reviewApi.take, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: reviewKeys.all }),
  })
}

export const releaseReport = (id: string): Promise<unknown> => call(reviewApi.release, { params: { id } })

export const useHold = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => call(reviewApi.hold, { body: { isOn } }),
    onSuccess: (status) => queries.setQueryData(reviewKeys.status, status),
  })
}

export const useAlertMinutes = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (alertMinutes: number) => call(reviewApi.change, { body: { alertMinutes } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: reviewKeys.status }),
  })
}
