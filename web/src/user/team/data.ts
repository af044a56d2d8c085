import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inviteApi, type MemberChange, type MemberDetails, sessionApi, userApi } from '#contract'
import { call } from '../../api/call.ts'

/** Who comes and goes is told live; this is for what a broken line kept from being heard. */
const REFRESH_MS = 120_000

export const useTeam = () =>
  useQuery({
    queryKey: ['user', 'grouped'],
    queryFn: ({ signal }) => call(userApi.grouped, undefined, signal),
    refetchInterval: REFRESH_MS,
  })

export const useMember = (id: string) =>
  useQuery({
    queryKey: ['user', 'one', id],
    queryFn: ({ signal }) => call(userApi.withLogs, { params: { id } }, signal),
  })

export const usePositions = () =>
  useQuery({
    queryKey: ['user', 'positions'],
    queryFn: ({ signal }) => call(userApi.positions, undefined, signal),
  })

/** Another type, role or right of a member. The card shows what the server has confirmed. */
export const useChangeMember = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: MemberChange) => call(userApi.change, { params: { id }, body: change }),
    onSuccess: (member: MemberDetails) => queries.setQueryData(['user', 'one', id], member),
  })
}

export const useDeleteMember = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(userApi.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['user', 'grouped'] }),
  })
}

export const useChallenge = (id: string) =>
  useMutation({
    mutationFn: (newPassword: boolean) => call(sessionApi.challenge, { params: { id }, body: { newPassword } }),
  })

export const useReentryLink = (id: string) =>
  useMutation({
    mutationFn: (resetSecondFactor: boolean) =>
      call(inviteApi.makeReentry, { params: { id }, body: { resetSecondFactor } }),
  })

const requestsKey = ['user', 'requests']

/** What waits for a decision; asked only by those who may decide. */
export const useRequests = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: requestsKey,
    queryFn: ({ signal }) => call(userApi.requests, undefined, signal),
    enabled,
  })

export const useDecide = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: 'approved' | 'refused' }) =>
      call(userApi.decide, { params: { id }, body: { decision } }),
    onSuccess: (requests) => queries.setQueryData(requestsKey, requests),
    // Somebody else may have decided meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: requestsKey }),
  })
}
