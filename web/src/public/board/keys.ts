import { aoiKeys } from '../../core/aoi/keys.ts'

export const boardKeys = {
  settings: ['board', 'settings'],
  text: (id: string) => aoiKeys.about(id, 'publicText'),
} as const
