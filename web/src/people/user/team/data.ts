import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inviteApi, type MemberChange, type MemberDetails, sessionApi, userApi } from '#contract'
import { call } from '../../../api/call.ts'
import { toastProblem } from '../../../ui/overlays/toast.ts'
import { tokenKeys } from '../../token/keys.ts'
import { userKeys } from '../keys.ts'

/** Live messages update presence. The interval makes up for messages lost while disconnected. */
const REFRESH_MS = 120_000

export const useTeam = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: userKeys.team,
    queryFn: ({ signal }) => call(userApi.grouped, undefined, signal),
    refetchInterval: REFRESH_MS,
  })

export const useMember = (id: string) =>
  useQuery({
    queryKey: userKeys.one(id),
    queryFn: ({ signal }) => call(userApi.withLogs, { params: { id } }, signal),
  })

export const usePositions = () =>
  useQuery({
    queryKey: userKeys.positions,
    queryFn: ({ signal }) => call(userApi.positions, undefined, signal),
  })

/** Changes type, role or rights of a member. Not optimistic, so the card shows only what the server has accepted. */
export const useChangeMember = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: MemberChange) => call(userApi.change, { params: { id }, body: change }),
    onSuccess: (member: MemberDetails) => queries.setQueryData(userKeys.one(id), member),
  })
}

export const useDeleteMember = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (takeOver: readonly string[]) =>
      call(userApi.remove, { params: { id }, query: takeOver.length > 0 ? { takeOver: takeOver.join(',') } : {} }),
    // Not awaited, so that the deleted member's card closes first.
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: userKeys.team })
      void queries.invalidateQueries({ queryKey: tokenKeys.all })
    },
  })
}

export const useChallenge = (id: string) =>
  useMutation({
    mutationFn: (newPassword: boolean) => call(sessionApi.challenge, { params: { id }, body: { newPassword } }),
    onError: toastProblem,
  })

export const useReentryLink = (id: string) =>
  useMutation({
    mutationFn: (resetSecondFactor: boolean) =>
      call(inviteApi.makeReentry, { params: { id }, body: { resetSecondFactor } }),
    onError: toastProblem,
  })

export const useRequests = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: userKeys.requests,
    meta: { isStored: false },
    queryFn: ({ signal }) => call(userApi.requests, undefined, signal),
    enabled,
  })

export const useDecide = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: 'approved' | 'refused' }) =>
      call(userApi.decide, { params: { id }, body: { decision } }),
    onSuccess: (requests) => queries.setQueryData(userKeys.requests, requests),
    // Reloads the requests, because someone else may have decided this one meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: userKeys.requests }),
  })
}
