import { lazy, Suspense } from 'react'
import { config } from '../../api/config.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { LoginPage } from '../../session/LoginPage.tsx'
import { AuthLayout } from './AuthLayout.tsx'

const SetupPage = lazy(
  withTexts(['entry'], () => import('../../setup/SetupPage.tsx').then((page) => ({ default: page.SetupPage }))),
)
const InvitePage = lazy(
  withTexts(['entry'], () => import('../../invite/InvitePage.tsx').then((page) => ({ default: page.InvitePage }))),
)

/** The pages outside the workspace: no router, since each is reached by a page load of its own. */
export const EntryPage = () => {
  if (config().needsSetup)
    return (
      <AuthLayout>
        <Suspense>
          <SetupPage />
        </Suspense>
      </AuthLayout>
    )
  if (location.pathname === '/invite')
    return (
      <Suspense>
        <InvitePage />
      </Suspense>
    )
  return (
    <AuthLayout>
      <LoginPage />
    </AuthLayout>
  )
}
