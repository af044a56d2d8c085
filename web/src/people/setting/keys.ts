export const settingKeys = {
  all: ['setting'],
  health: ['setting', 'health'],
  refusals: ['setting', 'refusals'],
} as const
