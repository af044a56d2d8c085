import type { Endpoint } from '#contract'
import type { Json } from './openapi-schemas.ts'

/** A path with its methods. Paths that differ only in the names of their parameters share one `Place`. */
export type Place = { path: string; endpoints: readonly Endpoint[]; parametersOf: (endpoint: Endpoint) => Json[] }

const namesIn = ({ path }: Endpoint): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const placeOf = (
  endpoints: readonly [Endpoint, ...Endpoint[]],
  schemaOf: (endpoint: Endpoint, name: string) => Json | undefined,
): Place => {
  const parameters = namesIn(endpoints[0]).map((_, at) => {
    const choices = new Map(
      endpoints.map((endpoint) => {
        const name = namesIn(endpoint)[at] as string
        return [name, schemaOf(endpoint, name)]
      }),
    )
    // Becomes `numberOrId` if one method takes a number and another an id.
    const [first = '', ...others] = choices.keys()
    return { name: first + others.map((other) => `Or${capitalised(other)}`).join(''), choices }
  })
  let at = 0
  return {
    path: endpoints[0].path.replace(/:\w+/g, () => `{${parameters[at++]?.name}}`),
    endpoints,
    parametersOf: (endpoint) =>
      parameters.map(({ name, choices }, position) => {
        const own = namesIn(endpoint)[position] as string
        return {
          name,
          in: 'path',
          required: true,
          ...(choices.size > 1
            ? { description: `${endpoint.method} takes the ${own}.`, schema: { anyOf: [...choices.values()] } }
            : { schema: schemaOf(endpoint, own) }),
        }
      }),
  }
}

export const placesOf = (
  endpoints: readonly Endpoint[],
  schemaOf: (endpoint: Endpoint, name: string) => Json | undefined,
): Place[] =>
  [...Map.groupBy(endpoints, ({ path }) => path.replace(/:\w+/g, ':')).values()].map((together) =>
    placeOf(together as [Endpoint, ...Endpoint[]], schemaOf),
  )
