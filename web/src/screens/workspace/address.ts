import { useSyncExternalStore } from 'react'
import { readWorkspace } from './read-workspace.ts'
import { isWorkspacePath, type Workspace, withoutOldSearch } from './workspace.ts'

type Address = { path: string; workspace: Workspace }
export type WorkspaceUpdate = Workspace | ((now: Workspace) => Workspace)
type Way = 'push' | 'replace'

export const searchOf = (workspace: Workspace): string => {
  const values = Object.entries(workspace).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

const read = (before: Workspace | undefined): Address => {
  const workspace = readWorkspace(Object.fromEntries(new URLSearchParams(location.search)))
  return {
    path: location.pathname.replace(/(?<=.)\/+$/, ''),
    // An equal workspace stays the same object, because effects depend on it.
    workspace: before && searchOf(before) === searchOf(workspace) ? before : workspace,
  }
}

let cached: { href: string; address: Address } | undefined
export const currentAddress = (): Address => {
  const href = location.pathname + location.search
  if (cached?.href !== href) cached = { href, address: read(cached?.address.workspace) }
  return cached.address
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

export const useAddress = (): Address => useSyncExternalStore(subscribe, currentAddress)

export const openAddress = (href: string, way: Way = 'push'): void => {
  if (href === location.pathname + location.search + location.hash) return
  history[`${way}State`](null, '', href)
  for (const listener of [...listeners]) listener()
}

export const navigate = (path: string, update: WorkspaceUpdate, way?: Way): void => {
  const { path: pathBefore, workspace: before } = currentAddress()
  const next = typeof update === 'function' ? update(before) : update
  const workspace = pathBefore === path && isWorkspacePath(path) ? withoutOldSearch(before, next, path) : next
  openAddress(path + searchOf(workspace), way)
}

/** Removes invalid values from the address. */
export const tidyAddress = (): void => {
  const { path, workspace } = currentAddress()
  if (isWorkspacePath(path)) openAddress(path + searchOf(workspace) + location.hash, 'replace')
}
