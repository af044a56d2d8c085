import type { Api, Member } from './api.ts'
import type { Random } from './random.ts'

type Parametrised = {
  method: string
  path: string
  parameters: { name: string; in: string; schema: { format?: string } }[]
}

/** Ids of existing objects, so that a request gets further than a 404. */
export type KnownIds = {
  all: readonly string[]
  /** Returns an id for this parameter of this path, or any id if no fitting one is known. */
  pick: (random: Random, path: string, parameter: string) => string
  /** Parameters of these operations for which no id is known. Calls with such parameters test little. */
  missing: (operations: readonly Parametrised[]) => string[]
}

export const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Paths whose replies contain ids, by the prefix of the paths that take these ids. The longest prefix wins. */
const pagesOf = (serviceId: string): Record<string, string> => ({
  '/actions': '/actions/service',
  '/alarms': '/alarms',
  '/aoi': '/aoi/filtered?type=all&limit=20',
  '/auth/identify-check': '/user/grouped',
  '/auth/sessions': '/auth/sessions',
  '/board': '/aoi/filtered?type=all&limit=20',
  '/calendar': '/calendar/feeds',
  '/community-servers/communities': '/community-servers/communities',
  '/community-servers/groups': '/community-servers/groups',
  '/cover': '/review/reports',
  '/escalation-plans': '/escalation-plans',
  '/escalations': '/escalations',
  '/feeds': '/feeds',
  '/imports': '/imports',
  '/metrics': `/metrics/service/${serviceId}`,
  '/mutes': '/mutes',
  '/ogc': '/ogc/collections/events/items?limit=20',
  '/public-actions': `/aoi-type/service/${serviceId}`,
  '/review': '/review/reports',
  '/tokens': '/tokens',
  '/roles': '/roles/user-roles',
  '/rotas': '/rotas',
  '/rules': '/rules',
  '/sensors': '/sensors',
  '/sensors/ingest-keys': '/sensors/ingest-keys',
  '/service': `/service/${serviceId}`,
  '/service/region': '/service/regions',
  '/settings/notices': '/settings',
  '/twin': '/aoi/filtered?type=all&limit=20',
  '/user': '/user/grouped',
  '/user/requests': '/user/requests',
  '/warnings': '/warnings',
  '/warning-feeds': '/warning-feeds',
  '/webhooks': '/webhooks',
})

/** Parameters whose ids the caller chooses. */
const MADE_UP = new Set(['upload'])

const idsIn = (text: string): string[] => [...new Set(text.match(UUID) ?? [])].slice(0, 40)

const numbersIn = (json: string, field: string): string[] =>
  [...json.matchAll(new RegExp(`"${field}"\\s*:\\s*"?(\\d+)`, 'g'))].map((match) => match[1] ?? '')

type Parts = { members: { _id: string }[]; criteria: { id: string }[]; subscribers: { _id: string }[] }

/** Ids inside groups, activities, services and webhooks, by the name of their parameter. */
const readParts = async (api: Api, member: Member, { serviceId, aois }: { serviceId: string; aois: string }) => {
  const read = async (path: string): Promise<Partial<Parts>> => (await api.send('GET', path, member)).json()
  const groups: { _id: string }[] = await api.must(api.send('GET', '/community-servers/groups', member))
  const details = await Promise.all(
    groups.slice(0, 10).map(({ _id }) => read(`/community-servers/groups/${_id}?timeZone=UTC`)),
  )
  const activities = await api.send('GET', '/aoi/filtered?isActivity=true&limit=20', member)
  const nonces = numbersIn(aois + activities.text, 'nonce')
  const cards = await Promise.all(nonces.map((nonce) => read(`/aoi/nonce-pro/${nonce}`)))
  const { localMaps }: { localMaps: { _id: string }[] } = await api.must(
    api.send('GET', `/service/${serviceId}`, member),
  )
  const webhooks: { _id: string }[] = await api.must(api.send('GET', '/webhooks', member))
  const deliveriesOf = async ({ _id }: { _id: string }): Promise<string[]> =>
    idsIn((await api.send('GET', `/webhooks/${_id}/deliveries`, member)).text)
  return {
    memberId: details.flatMap(({ members = [] }) => members.map(({ _id }) => _id)),
    criterionId: details.flatMap(({ criteria = [] }) => criteria.map(({ id }) => id)),
    subscriberId: cards.flatMap(({ subscribers = [] }) => subscribers.map(({ _id }) => _id)),
    localMapId: localMaps.map(({ _id }) => _id),
    delivery: (await Promise.all(webhooks.map(deliveriesOf))).flat(),
  }
}

/** Reads the ids as a member. `isSpared` omits the id of the member, so that no request takes away its rights. */
export const knownIds = async (api: Api, member: Member, { isSpared = false } = {}): Promise<KnownIds> => {
  const { _id: ownId, service } = await api.must(api.send('GET', '/user/profile', member))
  const serviceId: string = service._id
  const withoutOwn = (text: string) => (isSpared ? text.replaceAll(ownId, '') : text)
  const texts = new Map<string, string>()
  for (const [beginning, page] of Object.entries(pagesOf(serviceId)))
    texts.set(beginning, withoutOwn((await api.send('GET', page, member)).text))
  const aois = texts.get('/aoi') ?? ''
  const parts = await readParts(api, member, { serviceId, aois })
  if (isSpared) parts.memberId = parts.memberId.filter((id) => id !== ownId)
  const { link } = await api.must(api.send('POST', '/user/invite-public-user', member))
  const byBeginning = [...texts].map(([beginning, text]) => ({ beginning, ids: idsIn(text) }))
  byBeginning.push({ beginning: '/service/local-map', ids: parts.localMapId })
  byBeginning.sort((one, other) => other.beginning.length - one.beginning.length)
  const byParameter = new Map<string, readonly string[]>([
    ...Object.entries(parts),
    ['userId', idsIn(texts.get('/user') ?? '')],
    ['service', [serviceId]],
    ['number', numbersIn(aois, 'number')],
    ['numberOrId', [...numbersIn(aois, 'number'), ...idsIn(aois)]],
    ['nonce', numbersIn(aois, 'nonce')],
    ['link', [new URL(link).searchParams.get('token') ?? '']],
    ...['x', 'y', 'z'].map((name) => [name, ['0', '1', '3']] as const),
  ])
  const fitting = (path: string, parameter: string): readonly string[] =>
    byParameter.get(parameter) ??
    byBeginning.find(({ beginning }) => path === beginning || path.startsWith(`${beginning}/`))?.ids ??
    []
  const all = [...new Set([...byBeginning.flatMap(({ ids }) => ids), ...Object.values(parts).flat()])]
  return {
    all,
    pick: (random, path, parameter) => {
      const ids = fitting(path, parameter)
      return random.pick(ids.length > 0 ? ids : all)
    },
    missing: (operations) =>
      operations.flatMap(({ method, path, parameters }) =>
        parameters
          .filter(({ in: place, name }) => place === 'path' && !MADE_UP.has(name))
          .filter(({ name, schema }) => schema.format === 'uuid' || byParameter.has(name))
          .filter(({ name }) => fitting(path, name).length === 0)
          .map(({ name }) => `${method} ${path} (${name})`),
      ),
  }
}
