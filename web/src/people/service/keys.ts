/**
 * `all` is also the prefix of the service's roles, event types, actions and metrics, whose keys belong to other
 * features.
 */
export const serviceKeys = {
  all: ['service'],
  one: (id: string) => ['service', 'one', id],
  map: (id: string) => ['service', 'map', id],
  ofServer: ['service', 'ofServer'],
} as const
