import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { sessionToken } from '../api/session.ts'
import { profileQuery } from '../people/user/data.ts'
import { isToasterNeeded, onToasterNeeded } from '../ui/overlays/toast.ts'
import { UiProvider } from '../ui/theme/UiProvider.tsx'

const Toasts = lazy(() => import('../ui/overlays/Toasts.tsx').then((file) => ({ default: file.Toasts })))

export const ThemedApp = ({ children }: { children: ReactNode }) => {
  const { data: profile } = useQuery({ ...profileQuery, enabled: sessionToken() !== null })
  return (
    <UiProvider primary={profile?.service.colours.primary}>
      {children}
      {useSyncExternalStore(onToasterNeeded, isToasterNeeded) && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </UiProvider>
  )
}
