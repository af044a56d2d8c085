import { lazy, Suspense } from 'react'
import { useAddress } from '../screens/workspace/address.ts'
import { isWorkspacePath } from '../screens/workspace/workspace.ts'
import { ErrorBoundary, ErrorPage } from './ErrorPage.tsx'
import { Workspace } from './Workspace.tsx'

const Terms = lazy(() => import('./Terms.tsx').then((file) => ({ default: file.Terms })))

export const Pages = () => {
  const address = useAddress()
  return (
    <ErrorBoundary address={address}>
      <Suspense>
        <Page path={address.path} />
      </Suspense>
    </ErrorBoundary>
  )
}

const Page = ({ path }: { path: string }) => {
  if (isWorkspacePath(path)) return <Workspace />
  return path === '/terms' ? <Terms /> : <ErrorPage kind="notFound" />
}
