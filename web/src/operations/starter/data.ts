import { matchQuery, type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type StarterSetName, starterApi } from '#contract'
import { call } from '../../api/call.ts'
import { starterKeys } from './keys.ts'

export const useAppliedSets = () =>
  useQuery({ queryKey: starterKeys.applied, queryFn: ({ signal }) => call(starterApi.applied, undefined, signal) })

/** Reloaded each time the card is shown, because other screens complete steps. */
export const useGettingStarted = () =>
  useQuery({
    queryKey: starterKeys.steps,
    queryFn: ({ signal }) => call(starterApi.steps, undefined, signal),
    refetchOnMount: 'always',
  })

const isOther = (query: Query) => !matchQuery({ queryKey: starterKeys.all }, query)

const useWrite = (write: (name: StarterSetName) => ReturnType<typeof call<typeof starterApi.apply>>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: (applied) => {
      queries.setQueryData(starterKeys.applied, applied)
      return queries.invalidateQueries({ predicate: isOther })
    },
  })
}

export const useApplySet = () => useWrite((name) => call(starterApi.apply, { params: { name } }))
export const useTakeBackSet = () => useWrite((name) => call(starterApi.takeBack, { params: { name } }))
