export const userKeys = {
  all: ['user'],
  profile: ['user', 'profile'],
  services: ['user', 'services'],
  sessions: ['user', 'sessions'],
  requests: ['user', 'requests'],
  team: ['user', 'grouped'],
  positions: ['user', 'positions'],
  one: (id: string) => ['user', 'one', id],
} as const
