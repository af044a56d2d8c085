import type { Api, Member } from './api.ts'
import type { Random } from './random.ts'

/** Ids of things that are there, so that a request reaches further than a 404. */
export type KnownIds = {
  /** Of any kind. */
  all: readonly string[]
  /** One that a parameter of this name in this path likely wants. */
  pick: (random: Random, path: string, parameter: string) => string
}

export const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export const knownIds = async (api: Api, member: Member): Promise<KnownIds> => {
  const serviceId: string = (await api.must(api.send('GET', '/user/profile', member))).service._id
  const read = async (path: string) => (await api.send('GET', path, member)).text
  const aois = await read('/aoi/filtered?type=all&limit=20')
  const { link } = await api.must(api.send('POST', '/user/invite-public-user', member))
  /** By the first part of the path, then by the name of the parameter. */
  const texts = {
    actions: await read('/actions/service'),
    aoi: aois,
    'community-servers': (await read('/community-servers/groups')) + (await read('/community-servers/communities')),
    'public-actions': await read(`/aoi-type/service/${serviceId}`),
    metrics: await read(`/metrics/service/${serviceId}`),
    roles: await read('/roles/user-roles'),
    sensors: await read('/sensors'),
    calendar: await read('/calendar/feeds'),
    service: (await read('/service/regions')) + (await read(`/service/${serviceId}`)),
    user: await read('/user/grouped'),
  }
  const byPath = new Map(
    Object.entries(texts).map(([part, text]) => [part, [...new Set(text.match(UUID) ?? [])].slice(0, 40)]),
  )
  const values = (name: string) => [...aois.matchAll(new RegExp(`"${name}":"?(\\d+)`, 'g'))].map((match) => match[1]!)
  const byParameter = new Map<string, readonly string[]>([
    ['service', [serviceId]],
    ['number', values('number')],
    ['nonce', values('nonce')],
    ['link', [new URL(link).searchParams.get('token') ?? '']],
    ...['x', 'y', 'z'].map((name) => [name, ['0', '1', '3']] as const),
  ])
  const all = [...new Set([...byPath.values()].flat())]
  return {
    all,
    pick: (random, path, parameter) => {
      const fitting = byParameter.get(parameter) ?? byPath.get(path.split('/')[1] ?? '') ?? []
      return random.pick(fitting.length > 0 ? fitting : all)
    },
  }
}
