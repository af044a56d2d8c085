import { getRouteApi, useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Workspace, type WorkspacePath, workspacePaths } from './workspace.ts'

const route = getRouteApi('/workspace')

export const useWorkspace = () => {
  const workspace: Workspace = route.useSearch()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const path = workspacePaths.find((one) => one === pathname) ?? '/'
  const navigate = useNavigate()
  /** A new state of the workspace is a new step of the browser's history: Back undoes it. */
  const go = useCallback(
    (search: Workspace, to?: WorkspacePath) => navigate({ to: to ?? path, search }),
    [navigate, path],
  )
  return { workspace, path, go }
}
