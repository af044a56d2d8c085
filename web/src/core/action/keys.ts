import { serviceKeys } from '../../people/service/keys.ts'

export const actionKeys = {
  list: [...serviceKeys.all, 'actions'],
  uses: (id: string | undefined) => ['action-uses', id],
} as const
