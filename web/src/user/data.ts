import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Actor,
  displayName,
  type PasswordChange,
  type Profile,
  type ProfileChange,
  sessionApi,
  userApi,
} from '#contract'
import { call } from '../api/call.ts'
import { endSession, goToLogin } from '../api/session.ts'
import { titleOf } from '../i18n/titles.ts'
import { toastProblem } from '../ui/overlays/toast.ts'

export const profileQuery = {
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(userApi.profile, undefined, signal),
}

export const useProfile = () => useQuery(profileQuery)

/** The member as the table of rights sees it. */
export const actorOf = (profile: Profile): Actor => ({
  id: profile._id,
  name: displayName(profile),
  type: profile.type,
  serviceId: profile.service._id,
  visibleServiceIds: [profile.service._id, ...profile.providedServices.map((service) => service._id)],
  isViewer: profile.role?.isViewer ?? false,
  isServerOwner: profile.isServerOwner,
})

/** The name of a service in the reader's language: of those one can see, which the profile tells. */
export const useServiceTitle = () => {
  const { data } = useProfile()
  const seen = data ? [data.service, ...data.providedServices] : []
  return (service: { _id: string; title: string }): string => {
    const known = seen.find(({ _id }) => _id === service._id)
    return known ? titleOf(known) : service.title
  }
}

/** A write answers the whole profile: it is shown at once and not asked for again. */
const keep = (queries: QueryClient) => (profile: Profile) => queries.setQueryData(profileQuery.queryKey, profile)

export const useChangeProfile = () =>
  useMutation({
    mutationFn: (change: ProfileChange) => call(userApi.changeProfile, { body: change }),
    onSuccess: keep(useQueryClient()),
  })

export const useSetPhoto = () =>
  useMutation({
    mutationFn: (file: File) => call(userApi.setPhoto, { files: { file } }),
    onSuccess: keep(useQueryClient()),
  })

export const useRemovePhoto = () =>
  useMutation({ mutationFn: () => call(userApi.removePhoto), onSuccess: keep(useQueryClient()) })

export const useAgreeToTerms = () =>
  useMutation({ mutationFn: () => call(userApi.agreeToTerms), onSuccess: keep(useQueryClient()) })

/** The other services of this server, which one may ask to see. */
export const useOtherServices = () =>
  useQuery({
    queryKey: ['user', 'services'],
    queryFn: ({ signal }) => call(userApi.services, undefined, signal),
    staleTime: 60_000,
  })

/** Which services to see besides one's own. What has to be asked for is among the requests of the profile then. */
export const useProvideServices = (userId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (services: string[]) => call(userApi.provideServices, { body: { userId, services } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

export const useWithdraw = () =>
  useMutation({
    mutationFn: (id: string) => call(userApi.withdraw, { params: { id } }),
    onSuccess: keep(useQueryClient()),
    onError: toastProblem,
  })

const sessionsKey = ['user', 'sessions']

export const useSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(sessionApi.sessions, undefined, signal) })

export const useEndSession = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(sessionApi.endSession, { params: { id } }),
    onSuccess: (sessions) => queries.setQueryData(sessionsKey, sessions),
    onError: toastProblem,
  })
}

/** Every other session ends with it; and who had to choose one may go on. */
export const useChangePassword = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PasswordChange) => call(sessionApi.changePassword, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['user'] }),
  })
}

const leave = () => {
  endSession()
  // Whoever signs in next begins at their own start, not at this person's panel.
  goToLogin('/')
}

export const useDeleteAccount = () =>
  useMutation({ mutationFn: () => call(userApi.deleteProfile), onSuccess: leave, onError: toastProblem })

/** The server ends the session first; a sign-out that did not reach it is no sign-out, and says so. */
export const useLogOut = () =>
  useMutation({ mutationFn: () => call(sessionApi.logout), onSuccess: leave, onError: toastProblem })
