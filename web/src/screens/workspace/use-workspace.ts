import { useCallback } from 'react'
import { navigate, useAddress, type WorkspaceUpdate } from './address.ts'
import { isWorkspacePath, type WorkspacePath } from './workspace.ts'

export const useWorkspace = () => {
  const { workspace, path: shown } = useAddress()
  const path = isWorkspacePath(shown) ? shown : '/'
  /** Sets the workspace and adds an entry to the browser's history, so that Back undoes it. */
  const go = useCallback((update: WorkspaceUpdate, to: WorkspacePath = path) => navigate(to, update), [path])
  /** Sets the workspace without a history entry, for changes while typing. */
  const replace = useCallback((update: WorkspaceUpdate) => navigate(path, update, 'replace'), [path])
  return { workspace, path, go, replace }
}
