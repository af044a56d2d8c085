import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem, type Profile, type Settings } from '#contract'
import { goToLogin, sessionToken, watchSession } from '../api/session.ts'
import { withTexts } from '../i18n/i18n.ts'
import { useSettings } from '../people/setting/data.ts'
import { useLogOut, useProfile } from '../people/user/data.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import classes from './SignedIn.module.css'
import { useGuard } from './use-guard.ts'

const NewPasswordPage = lazy(
  withTexts(['people'], () =>
    import('../people/user/profile/NewPasswordPage.tsx').then((file) => ({ default: file.NewPasswordPage })),
  ),
)

const EnrolPage = lazy(
  withTexts(['people'], () =>
    import('../people/second-factor/EnrolPage.tsx').then((file) => ({ default: file.EnrolPage })),
  ),
)

const FromDevice = lazy(() => import('./device/FromDevice.tsx').then((file) => ({ default: file.FromDevice })))

const SLOW_MS = 700

type Props = { children: (data: { profile: Profile; settings: Settings }) => ReactNode; fallback?: ReactNode }

export const SignedIn = (props: Props) => {
  const isSignedIn = sessionToken() !== null
  useEffect(() => (isSignedIn ? watchSession() : goToLogin()), [isSignedIn])
  return isSignedIn ? <WithProfile {...props} /> : null
}

const WithProfile = ({ children, fallback }: Props) => {
  const profile = useProfile()
  const settings = useSettings()
  const isSlow = useIsSlow()
  const isCurrent = profile.dataUpdatedAt >= performance.timeOrigin
  const isLoaded = Boolean(profile.data && settings.data && (isCurrent || !mustActFirst(profile.data)))
  // Deferred, so that React renders in small pieces and handles clicks in between.
  const isOpen = useDeferredValue(isLoaded)
  if (profile.data && settings.data && isLoaded && isOpen)
    return (
      <GuardedPage profile={profile.data} settings={settings.data}>
        {children}
      </GuardedPage>
    )
  const problem = profile.error ?? settings.error
  const retry = () => Promise.all([profile.refetch(), settings.refetch()])
  const isUnreachable = isNetworkProblem(profile.failureReason) || isNetworkProblem(settings.failureReason)
  // The server is unreachable or slow, so stored replies are shown.
  if (!profile.data && (isUnreachable || (isSlow && !problem)))
    return (
      <Suspense fallback={fallback}>
        <FromDevice
          isOffline={isUnreachable}
          fallback={fallback}
          emptyFallback={isUnreachable ? <LoadError problem={new Problem('network')} onRetry={retry} /> : fallback}
        />
      </Suspense>
    )
  if (!problem || (problem instanceof Problem && problem.code === 'signedOut')) return fallback
  return <LoadError problem={problem} onRetry={retry} />
}

/**
 * Whether the member must first change the password or set up a second factor. Meaningful only for a current profile,
 * because a stored one may predate the change.
 */
const mustActFirst = (profile: Profile): boolean => profile.mustChangePassword || mustEnrol(profile)

// A profile stored on this device by an earlier version has no `secondFactor`.
const mustEnrol = ({ secondFactor }: Profile): boolean => secondFactor?.isRequired === true && !secondFactor.isOn

const useIsSlow = (): boolean => {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

const isNetworkProblem = (problem: unknown): boolean => problem instanceof Problem && problem.code === 'network'

const LoadError = ({ problem, onRetry }: { problem: unknown; onRetry: () => unknown }) => {
  const { t } = useTranslation()
  return (
    <main className={classes.problem}>
      <h1 className={classes.title}>{t('errorPage.error')}</h1>
      <ProblemText problem={problem} onRetry={onRetry} />
    </main>
  )
}

const GuardedPage = ({
  profile,
  settings,
  children,
}: { profile: Profile; settings: Settings } & Pick<Props, 'children'>) => {
  const isLetIn = useGuard(profile, settings)
  const logOut = useLogOut()
  // Stays true until the recovery codes were shown, although the second factor is on before that.
  const [isEnrolling, setIsEnrolling] = useState(() => mustEnrol(profile))
  if (mustEnrol(profile) && !isEnrolling) setIsEnrolling(true)
  if (profile.mustChangePassword)
    return (
      <Suspense>
        <NewPasswordPage profile={profile} />
      </Suspense>
    )
  if (isEnrolling)
    return (
      <Suspense>
        <EnrolPage onDone={() => setIsEnrolling(false)} onLogOut={() => logOut.mutate()} />
      </Suspense>
    )
  return isLetIn ? children({ profile, settings }) : null
}
