import { lazy, Suspense } from 'react'
import { isPublicToken } from '#contract'
import { config } from '../../api/config.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { LoginPage } from '../../people/session/LoginPage.tsx'
import { AuthLayout } from './AuthLayout.tsx'

const FirstRun = lazy(
  withTexts(['entry', 'starter', 'restore'], () =>
    import('../../screens/entry/FirstRun.tsx').then((page) => ({ default: page.FirstRun })),
  ),
)
const InvitePage = lazy(
  withTexts(['entry'], () =>
    import('../../people/invite/InvitePage.tsx').then((page) => ({ default: page.InvitePage })),
  ),
)

const VisitorPage = lazy(
  withTexts(['visitor'], () =>
    import('../../public/visitor/VisitorPage.tsx').then((page) => ({ default: page.VisitorPage })),
  ),
)

const KnownNearby = lazy(
  withTexts(['board'], () =>
    import('../../public/board/KnownNearby.tsx').then((page) => ({ default: page.KnownNearby })),
  ),
)

const isVisitors = (search: URLSearchParams): boolean => search.has('follow') || isPublicToken(search.get('token'))

/** The pages outside the workspace. There is no router, because each of them is opened by a page load. */
export const EntryPage = () => {
  if (config().needsSetup)
    return (
      <AuthLayout>
        <Suspense>
          <FirstRun />
        </Suspense>
      </AuthLayout>
    )
  if (location.pathname === '/invite')
    return (
      <Suspense>
        {isVisitors(new URLSearchParams(location.search)) ? <VisitorPage Known={KnownNearby} /> : <InvitePage />}
      </Suspense>
    )
  return (
    <AuthLayout>
      <LoginPage />
    </AuthLayout>
  )
}
