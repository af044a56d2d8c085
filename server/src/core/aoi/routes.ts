import type { Views } from '../../memory/view.ts'
import { type ChangeTools, changeRoutes } from './change-routes.ts'
import { lifecycleRoutes } from './lifecycle-routes.ts'
import { readRoutes } from './read-routes.ts'
import { reportRoute } from './report/route.ts'

export const aoiRoutes = (tools: ChangeTools & { view: Views }) => [
  ...readRoutes(tools),
  reportRoute(tools),
  ...changeRoutes(tools),
  ...lifecycleRoutes,
]
