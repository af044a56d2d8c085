/** Everything about a service, with its roles, event types, actions and metrics, which other features load. */
export const serviceKeys = {
  all: ['service'],
  one: (id: string) => ['service', 'one', id],
  map: (id: string) => ['service', 'map', id],
  ofServer: ['service', 'ofServer'],
} as const
