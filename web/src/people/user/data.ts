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
import { call } from '../../api/call.ts'
import { signOut } from '../../api/session.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { userKeys } from './keys.ts'

export const profileQuery = {
  queryKey: userKeys.profile,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(userApi.profile, undefined, signal),
}

export const useProfile = () => useQuery(profileQuery)

/** Converts the profile into the actor that the rights table (`access.ts`) checks. */
export const actorOf = (profile: Profile): Actor => ({
  id: profile._id,
  name: displayName(profile),
  type: profile.type,
  serviceId: profile.service._id,
  token: null,
  visibleServiceIds: [profile.service._id, ...profile.providedServices.map((service) => service._id)],
  isViewer: profile.role?.isViewer ?? false,
  isServerOwner: profile.isServerOwner,
  mayExport: profile.allowCsvDownload,
})

/** Caches the profile that a write returned, without a refetch. */
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

export const useOtherServices = () =>
  useQuery({
    queryKey: userKeys.services,
    queryFn: ({ signal }) => call(userApi.services, undefined, signal),
    staleTime: 60_000,
  })

/** Sets the other services that the member sees. Services that need approval appear among the profile's requests. */
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

export const useSessions = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: userKeys.sessions,
    meta: { isStored: false },
    queryFn: ({ signal }) => call(sessionApi.sessions, undefined, signal),
  })

export const useEndSession = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(sessionApi.endSession, { params: { id } }),
    onSuccess: (sessions) => queries.setQueryData(userKeys.sessions, sessions),
    onError: toastProblem,
  })
}

/**
 * Changes the password. The server then ends all other sessions. The profile is refetched, because it may have required
 * a new password.
 */
export const useChangePassword = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PasswordChange) => call(sessionApi.changePassword, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: userKeys.all }),
    onError: toastProblem,
  })
}

export const useDeleteAccount = () =>
  useMutation({ mutationFn: () => signOut(() => call(userApi.deleteProfile)), onError: toastProblem })

/**
 * Signs out. The session ends on the server first; if the server cannot be reached, the member stays signed in and sees
 * the problem.
 */
export const useLogOut = () =>
  useMutation({ mutationFn: () => signOut(() => call(sessionApi.logout)), onError: toastProblem })
