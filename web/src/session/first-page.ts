import { type DefaultView, roleApi } from '#contract'
import { call } from '../api/call.ts'

const pages: Record<DefaultView, string> = { MAP: '/', CALENDAR: '/calendar', DASHBOARD: '/?view=chart' }

/** Where the role of whoever has just signed in begins. One without a role, or unknown just now, begins with the map. */
export const firstPage = async (): Promise<string> => {
  const role = await call(roleApi.profile).catch(() => undefined)
  return pages[role?.defaultView ?? 'MAP']
}
