import { getRouteApi, useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Workspace, type WorkspacePath, workspacePaths } from './workspace.ts'

type WorkspaceUpdate = Workspace | ((now: Workspace) => Workspace)

const route = getRouteApi('/workspace')

export const useWorkspace = () => {
  const workspace: Workspace = route.useSearch()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const path = workspacePaths.find((one) => one === pathname) ?? '/'
  const navigate = useNavigate()
  /** Sets the workspace with a new entry in the browser's history: Back undoes it. */
  const go = useCallback(
    (search: WorkspaceUpdate, to?: WorkspacePath) => navigate({ to: to ?? path, search }),
    [navigate, path],
  )
  /** The same without a history entry, for typing. */
  const replace = useCallback(
    (search: WorkspaceUpdate) => navigate({ to: path, search, replace: true }),
    [navigate, path],
  )
  return { workspace, path, go, replace }
}
