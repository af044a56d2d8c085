import { useEffect, useRef } from 'react'
import type { Profile, Settings } from '#contract'
import { sessionToken } from '../api/session.ts'
import { navigate, useAddress } from '../screens/workspace/address.ts'
import { isFormOpen } from '../ui/forms/open-form.ts'
import { guard } from './guard.ts'

/**
 * Whether the page may be shown. Redirects after a change of page, panel, offline mode or agreement, but not when new
 * terms are published or while a form is open.
 */
export const useGuard = (profile: Profile, settings: Settings): boolean => {
  const { path, workspace } = useAddress()
  const redirect = guard({
    isSignedIn: sessionToken() !== null,
    path,
    isOffline: settings.offlineMode,
    termsUpdatedAt: settings.termsOfUseUpdateTime,
    agreedAt: profile.timeTermsOfUseAgreed,
  })
  const moment = [path, workspace.panel, settings.offlineMode, profile.timeTermsOfUseAgreed].join()
  const passed = useRef(false)
  passed.current ||= redirect === null

  // biome-ignore lint/correctness/useExhaustiveDependencies: redirects only on the changes listed in `moment`
  useEffect(() => {
    if (redirect && redirect !== '/login' && !isFormOpen()) navigate(redirect, {}, 'replace')
  }, [moment])
  return passed.current
}
