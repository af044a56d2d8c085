import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { ErrorPage } from './ErrorPage.tsx'
import { readWorkspace } from './read-workspace.ts'
import { Workspace } from './Workspace.tsx'
import type { Workspace as WorkspaceSearch } from './workspace.ts'

const rootRoute = createRootRoute({
  notFoundComponent: () => <ErrorPage kind="notFound" />,
  errorComponent: () => <ErrorPage kind="error" />,
})

/**
 * The router lays the result over what stands in the address, so a value that was dropped has to be overwritten: otherwise
 * a panel that does not exist would be opened.
 */
const searchOf = (search: Record<string, unknown>): WorkspaceSearch => ({
  ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
  ...readWorkspace(search),
})

/** The default layout. Its three pages share one map, one sidebar and one URL state. */
const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'workspace',
  validateSearch: searchOf,
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
