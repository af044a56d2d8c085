import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CallInput, communityApi, type Group, type GroupCandidate } from '#contract'
import { call } from '../api/call.ts'

/** Months are those of the reader. */
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Near enough to see in which streets a group is. */
export const GROUP_ZOOM = 14

const groupKey = (id: string) => ['community', 'group', id]

export const useGroup = (id: string) =>
  useQuery({
    queryKey: groupKey(id),
    queryFn: ({ signal }) => call(communityApi.group, { params: { id }, query: { timeZone } }, signal),
  })

export const useCandidates = (id: string, search: string) =>
  useQuery({
    queryKey: ['community', 'candidates', id, search],
    queryFn: ({ signal }) => call(communityApi.candidates, { params: { id }, query: { search } }, signal),
    placeholderData: keepPreviousData,
  })

/** Whatever is written, lists and cards ask again: months are counted for the reader, not for the writer. */
const useWrite = <Input, Reply>(write: (input: Input) => Promise<Reply>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSettled: () => queries.invalidateQueries({ queryKey: ['community'] }),
  })
}

type CommunityBody = CallInput<typeof communityApi.createCommunity>['body']

export const useSaveCommunity = (id: string | undefined) =>
  useWrite((body: CommunityBody) =>
    id ? call(communityApi.changeCommunity, { params: { id }, body }) : call(communityApi.createCommunity, { body }),
  )

export const useRemoveCommunity = () => useWrite((id: string) => call(communityApi.removeCommunity, { params: { id } }))

type GroupInput = {
  body: CallInput<typeof communityApi.changeGroup>['body']
  /** A new photo, or null to take it away. */
  photo?: File | null | undefined
}

/**
 * The photo goes after the rest, so that a group that was refused has none. Where only the photo failed, the next attempt
 * changes the group that the first one made.
 */
export const useSaveGroup = (id: string | undefined) => {
  const made = useRef(id)
  return useWrite(async ({ body, photo }: GroupInput) => {
    const known = made.current
    const group = known
      ? await call(communityApi.changeGroup, { params: { id: known }, body })
      : await call(communityApi.createGroup, { body: body as CallInput<typeof communityApi.createGroup>['body'] })
    made.current = group._id
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
  const made = useRef(criterionId)
  return useWrite(async ({ body, photo }: CriterionInput) => {
    const known = made.current
    const group: Group = known
      ? await call(communityApi.changeCriterion, { params: { id, criterionId: known }, body })
      : await call(communityApi.addCriterion, { params: { id }, body })
    made.current = known ?? group.criteria.at(-1)?.id
    const params = { id, criterionId: made.current ?? '' }
    if (photo) return call(communityApi.setCriterionPhoto, { params, files: { file: photo } })
    return photo === null ? call(communityApi.removeCriterionPhoto, { params }) : group
  })
}

export const useRemoveCriterion = (id: string) =>
  useWrite((criterionId: string) => call(communityApi.removeCriterion, { params: { id, criterionId } }))
