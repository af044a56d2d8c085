import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Profile, Settings } from '#contract'
import { sessionToken } from '../api/session.ts'
import { isFormOpen } from '../ui/forms/open-form.ts'
import { guard } from './guard.ts'

/**
 * Returns whether the page may be shown. Checks on a change of page or panel, of offline mode and of the own agreement.
 * New terms alone redirect nobody from what they are doing, and nothing redirects while a form is open.
 */
export const useGuard = (profile: Profile, settings: Settings): boolean => {
  const navigate = useNavigate()
  const { pathname, panel } = useRouterState({
    select: ({ location }) => ({ pathname: location.pathname, panel: (location.search as { panel?: string }).panel }),
    structuralSharing: true,
  })
  const redirect = guard({
    isSignedIn: sessionToken() !== null,
    path: pathname,
    isOffline: settings.offlineMode,
    termsUpdatedAt: settings.termsOfUseUpdateTime,
    agreedAt: profile.timeTermsOfUseAgreed,
  })
  const moment = [pathname, panel, settings.offlineMode, profile.timeTermsOfUseAgreed].join()
  const passed = useRef(false)
  passed.current ||= redirect === null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment says when to look, the rest what is seen then
  useEffect(() => {
    if (redirect && redirect !== '/login' && !isFormOpen()) navigate({ to: redirect as '/', search: {}, replace: true })
  }, [moment])
  return passed.current
}
