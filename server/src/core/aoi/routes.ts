import type { Views } from '../../memory/view.ts'
import { changeRoutes } from './change-routes.ts'
import type { DraftTools } from './draft.ts'
import { lifecycleRoutes } from './lifecycle.ts'
import { readRoutes } from './read-routes.ts'
import { reportRoute } from './report/route.ts'

export const aoiRoutes = (tools: DraftTools & { view: Views }) => [
  ...readRoutes(tools),
  reportRoute(tools),
  ...changeRoutes(tools),
  ...lifecycleRoutes,
]
