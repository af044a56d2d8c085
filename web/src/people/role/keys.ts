import { serviceKeys } from '../service/keys.ts'

export const roleKeys = {
  own: [...serviceKeys.all, 'ownRole'],
  list: (service: string) => [...serviceKeys.all, 'roles', service],
  metricNames: (service: string) => [...serviceKeys.all, 'metricNames', service],
} as const
