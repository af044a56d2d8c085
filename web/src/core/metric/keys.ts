import { serviceKeys } from '../../people/service/keys.ts'

export const metricKeys = {
  /** Counted values. Definitions of metrics are below the service's key. */
  results: ['metric'],
  result: (id: string, ...counted: unknown[]) => ['metric', 'result', id, ...counted],
  lists: [...serviceKeys.all, 'metrics'],
  list: (service: string) => [...serviceKeys.all, 'metrics', service],
  choices: (service: string) => [...serviceKeys.all, 'metricChoices', service],
} as const
