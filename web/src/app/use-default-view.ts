import { useEffect, useState } from 'react'
import type { Profile } from '#contract'
import { useWorkspace } from '../screens/workspace/use-workspace.ts'
import { toggleCalendar, toggleDashboard, type Workspace } from '../screens/workspace/workspace.ts'

const views: Partial<Record<NonNullable<Profile['role']>['defaultView'], Workspace>> = {
  CALENDAR: toggleCalendar({}),
  DASHBOARD: toggleDashboard({}),
}

export const useDefaultView = (profile: Profile): { isDecided: boolean } => {
  const { workspace, path, replace } = useWorkspace()
  const isBare = path === '/' && Object.keys(workspace).length === 0
  const [target, setTarget] = useState(isBare ? views[profile.role?.defaultView ?? 'MAP'] : undefined)
  useEffect(() => {
    if (!target) return
    replace(target)
    setTarget(undefined)
  }, [target, replace])
  return { isDecided: target === undefined }
}
