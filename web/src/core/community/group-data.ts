import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CallInput, communityApi, type Group, type GroupCandidate } from '#contract'
import { call } from '../../api/call.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { communityKeys } from './keys.ts'

/** Criteria are counted by months of the browser's time zone. */
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Close enough to see the streets around a group. */
export const GROUP_ZOOM = 14

export const useGroup = (id: string) =>
  useQuery({
    queryKey: communityKeys.one(id),
    queryFn: ({ signal }) => call(communityApi.group, { params: { id }, query: { timeZone } }, signal),
  })

export const useCandidates = (id: string, search: string) =>
  useQuery({
    queryKey: communityKeys.candidates(id, search),
    queryFn: ({ signal }) => call(communityApi.candidates, { params: { id }, query: { search } }, signal),
    placeholderData: keepPreviousData,
  })

/** Refetches after every write instead of caching its reply, which is not counted in the browser's time zone. */
const useWrite = <Input, Reply>(
  write: (input: Input) => Promise<Reply>,
  more: { onError?: (problem: unknown) => unknown } = {},
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSettled: () => queries.invalidateQueries({ queryKey: communityKeys.all }),
    ...more,
  })
}

type CommunityBody = CallInput<typeof communityApi.createCommunity>['body']

export const useSaveCommunity = (id: string | undefined) =>
  useWrite(
    (body: CommunityBody) =>
      id ? call(communityApi.changeCommunity, { params: { id }, body }) : call(communityApi.createCommunity, { body }),
    { onError: toastProblem },
  )

export const useRemoveCommunity = () => useWrite((id: string) => call(communityApi.removeCommunity, { params: { id } }))

type GroupInput = {
  body: CallInput<typeof communityApi.changeGroup>['body']
  /** A new photo; null removes the stored one, undefined keeps it. */
  photo?: File | null | undefined
}

/**
 * Saves the group before its photo, so that a refused group leaves no photo behind. If only the photo fails, a retry
 * updates the created group.
 */
export const useSaveGroup = (id: string | undefined) => {
  const savedId = useRef(id)
  return useWrite(async ({ body, photo }: GroupInput) => {
    const currentId = savedId.current
    const group = currentId
      ? await call(communityApi.changeGroup, { params: { id: currentId }, body })
      : await call(communityApi.createGroup, { body: body as CallInput<typeof communityApi.createGroup>['body'] })
    savedId.current = group._id
    const params = { id: group._id }
    if (photo) return call(communityApi.setGroupPhoto, { params, files: { file: photo } })
    return photo === null ? call(communityApi.removeGroupPhoto, { params }) : group
  })
}

export const useRemoveGroup = () => useWrite((id: string) => call(communityApi.removeGroup, { params: { id } }))

export const useAddMember = (id: string) =>
  useWrite(({ _id, kind }: GroupCandidate) =>
    call(communityApi.addMember, { params: { id }, body: kind === 'member' ? { memberId: _id } : { visitorId: _id } }),
  )

export const useRemoveMember = (id: string) =>
  useWrite((memberId: string) => call(communityApi.removeMember, { params: { id, memberId } }))

type CriterionInput = {
  body: CallInput<typeof communityApi.addCriterion>['body']
  photo?: File | null | undefined
}

export const useSaveCriterion = (id: string, criterionId: string | undefined) => {
  const savedId = useRef(criterionId)
  const write = async ({ body, photo }: CriterionInput) => {
    const currentId = savedId.current
    const group: Group = currentId
      ? await call(communityApi.changeCriterion, { params: { id, criterionId: currentId }, body })
      : await call(communityApi.addCriterion, { params: { id }, body })
    savedId.current = currentId ?? group.criteria.at(-1)?.id
    const params = { id, criterionId: savedId.current ?? '' }
    if (photo) return call(communityApi.setCriterionPhoto, { params, files: { file: photo } })
    return photo === null ? call(communityApi.removeCriterionPhoto, { params }) : group
  }
  return useWrite(write, { onError: toastProblem })
}

export const useRemoveCriterion = (id: string) =>
  useWrite((criterionId: string) => call(communityApi.removeCriterion, { params: { id, criterionId } }))
