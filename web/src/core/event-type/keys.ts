import { serviceKeys } from '../../people/service/keys.ts'

export const eventTypeKeys = {
  list: (service: string) => [...serviceKeys.all, 'eventTypes', service],
  withArchived: (service: string) => [...serviceKeys.all, 'eventTypes', service, 'ever'],
  uses: (id: string | undefined) => ['event-type-uses', id],
  suggestions: (question: object | undefined) => ['typeSuggestions', question],
} as const
