import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type StarterSetName, starterApi } from '#contract'
import { call } from '../../api/call.ts'

const key = ['starter', 'applied']

export const useAppliedSets = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(starterApi.applied, undefined, signal) })

/** Reloaded whenever the card is shown, because other screens complete steps. */
export const useGettingStarted = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['starter', 'steps'],
    queryFn: ({ signal }) => call(starterApi.steps, undefined, signal),
    refetchOnMount: 'always',
  })

const useWrite = (write: (name: StarterSetName) => ReturnType<typeof call<typeof starterApi.apply>>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: write,
    onSuccess: (applied) => {
      queries.setQueryData(key, applied)
      return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'starter' })
    },
  })
}

export const useApplySet = () => useWrite((name) => call(starterApi.apply, { params: { name } }))
export const useTakeBackSet = () => useWrite((name) => call(starterApi.takeBack, { params: { name } }))
