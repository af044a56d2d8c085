import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { ErrorPage } from './ErrorPage.tsx'
import { readWorkspace } from './read-workspace.ts'
import { Workspace } from './Workspace.tsx'

const rootRoute = createRootRoute({
  notFoundComponent: () => <ErrorPage kind="notFound" />,
  errorComponent: () => <ErrorPage kind="error" />,
})

/** The default layout. Its three pages share one map, one sidebar and one URL state. */
const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'workspace',
  validateSearch: readWorkspace,
  component: Workspace,
})
const page = <Path extends string>(path: Path) => createRoute({ getParentRoute: () => workspaceRoute, path })

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  component: lazyRouteComponent(() => import('./Terms.tsx'), 'Terms'),
})

const routeTree = rootRoute.addChildren([
  workspaceRoute.addChildren([page('/'), page('/sensors'), page('/calendar')]),
  termsRoute,
])

const stringifySearch = (search: Record<string, unknown>): string => {
  const defined = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(defined.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}

export const createAppRouter = () =>
  createRouter({
    routeTree,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
    defaultErrorComponent: () => <ErrorPage kind="error" />,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
