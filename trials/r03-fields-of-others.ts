import { failureList, type Trial } from './trial.ts'
import type { Api, Member } from './world/api.ts'
import { type KnownIds, knownIds } from './world/known-ids.ts'
import { asText, filledPath, mutatedValue, type Operation, readOperations } from './world/openapi.ts'
import { type Random, randomFrom } from './world/random.ts'
import { addService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'

const ROUNDS = 5

type Scene = {
  api: Api
  self: Member
  selfId: string
  serviceId: string
  eventTypeId: string
  actionId: string
  foreignServiceId: string
  foreignId: string
}
/**
 * `send` sends fields that the caller may not set (claims). In its result, a claim is false if the server ignored it.
 */
type Case = { name: string; send: (scene: Scene) => Promise<Record<string, unknown>> }

const eventForm = (fields: Record<string, unknown>) => {
  const form = new FormData()
  const base = { name: 'Water on the road', startCoordinates: '[-122.42,37.77,1]', nonce: String(Date.now()) }
  for (const [name, value] of Object.entries({ ...base, ...fields })) form.set(name, String(value))
  return form
}

const cases: Case[] = [
  {
    name: 'type, ownership, service and rights in one’s own profile',
    send: async ({ api, self, serviceId, foreignServiceId, foreignId, selfId }) => {
      const profile = () => api.must(api.send('GET', '/user/profile', self))
      const before = await profile()
      const body = {
        lastName: 'Changed',
        _id: foreignId,
        username: 'root',
        type: 'Technician',
        isServerOwner: true,
        service: foreignServiceId,
        serviceId: foreignServiceId,
        allowCsvDownload: !before.allowCsvDownload,
        providedServices: [foreignServiceId],
      }
      await api.send('PATCH', '/user/profile', { ...self, body })
      const after = await profile()
      return {
        id: after._id !== selfId,
        username: after.username !== before.username,
        type: after.type !== before.type,
        isServerOwner: after.isServerOwner !== before.isServerOwner,
        service: after.service._id !== serviceId,
        allowCsvDownload: after.allowCsvDownload !== before.allowCsvDownload,
        providedServices:
          JSON.stringify(after).includes(foreignServiceId) && !JSON.stringify(before).includes(foreignServiceId),
      }
    },
  },
  {
    name: 'creator, number, state and service of a new event',
    send: async ({ api, self, eventTypeId, foreignServiceId, foreignId }) => {
      const publicAction = JSON.stringify({ publicActionId: eventTypeId, fields: [] })
      const claims = { creator: foreignId, creatorId: foreignId, number: 1, _id: foreignId, service: foreignServiceId }
      const form = eventForm({ ...claims, state: 'done', isArchived: 'true', publicAction })
      const answer = await api.send('POST', '/aoi', { ...self, body: form })
      if (answer.status !== 200) return { refused: answer.text }
      const { _id, number, isArchived, properties } = answer.json()
      return {
        id: _id === foreignId,
        creator: properties.creator?.username !== self.username,
        number: number === 1,
        archived: isArchived,
        service: answer.text.includes(foreignServiceId),
      }
    },
  },
  {
    name: 'an event in a service that is not visible',
    send: async ({ api, self, foreignServiceId }) => {
      const { status } = await api.send('POST', '/aoi', { ...self, body: eventForm({ serviceId: foreignServiceId }) })
      return { accepted: status < 400 }
    },
  },
  ...['/actions', '/metrics', '/roles', '/public-actions', '/service/region'].map((path) => ({
    name: `a service of others in POST ${path}`,
    send: async ({ api, self, actionId, foreignServiceId }: Scene) => {
      const ring = [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ]
      const body = {
        name: 'Taken over',
        shortName: 'Taken',
        unit: 'Number',
        value: '1',
        guide: '<p>Guide</p>',
        actions: [actionId],
        publicActions: [],
        isViewer: false,
        defaultView: 'MAP',
        defaultMetrics: [],
        metricType: 'BY_POSTS',
        metricCountType: 'COUNT_POSTS',
        coordinates: [ring],
      }
      // Checks that the body itself is valid: without the foreign fields, the request succeeds or is refused for a
      // missing right.
      const plain = await api.send('POST', path, { ...self, body })
      if (plain.status !== 200 && plain.status !== 403) return { refused: plain.text }
      const claims = { service: foreignServiceId, serviceId: foreignServiceId }
      const answer = await api.send('POST', path, { ...self, body: { ...body, ...claims } })
      return { accepted: answer.status < 400 && answer.text.includes(foreignServiceId) }
    },
  })),
  {
    name: 'a type above one’s own, and ownership of the server, for oneself',
    send: async ({ api, self, selfId }) => {
      const body = { type: 'Technician', isServerOwner: true }
      const before = (await api.must(api.send('GET', '/user/profile', self))).type
      await api.send('PATCH', `/user/${selfId}`, { ...self, body })
      const after = await api.must(api.send('GET', '/user/profile', self))
      return { type: after.type !== before, isServerOwner: after.isServerOwner === true }
    },
  },
  {
    name: 'type and service in a registration',
    send: async ({ api, self, serviceId, foreignServiceId }) => {
      const roles: { _id: string }[] = await api.must(api.send('GET', `/roles/user-roles/${serviceId}/service`, self))
      const invitation = { role: roles[0]?._id, permission: 'Operator' }
      const made = await api.send('POST', '/user/invite', { ...self, body: invitation })
      if (made.status === 403) return {}
      const token = new URL(made.json().link).searchParams.get('token')
      const body = {
        username: `claims-${Math.random().toString(36).slice(2)}`,
        password: 'a password of their own',
        firstName: 'A',
        lastName: 'B',
        phone: '+1 415 555 0100',
        type: 'Technician',
        permission: 'Technician',
        isServerOwner: true,
        serviceId: foreignServiceId,
      }
      const { accessToken } = await api.must(api.send('POST', `/user/register/${token}`, { body }))
      const profile = await api.must(api.send('GET', '/user/profile', { token: accessToken }))
      return {
        type: profile.type !== 'Operator',
        isServerOwner: profile.isServerOwner === true,
        service: profile.service._id !== serviceId,
      }
    },
  },
]

/** Fields that name the service, the author or the rights of a row in some request or table. */
const claimsOn = (foreignServiceId: string, foreignId: string) => ({
  service: foreignServiceId,
  serviceId: foreignServiceId,
  service_id: foreignServiceId,
  creator: foreignId,
  creatorId: foreignId,
  createdBy: foreignId,
  memberId: foreignId,
  _id: foreignId,
  id: foreignId,
  number: 1,
  isServerOwner: true,
  permission: 'Technician',
  state: 'done',
  isArchived: true,
})

/** These operations end sessions, members or the service, so claimEverywhere leaves them out. */
const isEnding = ({ path }: Operation) =>
  /^\/(auth|setup|follow|public)\b|^\/user\/(?!profile$)|\/service\/\{id\}$/.test(path)

/**
 * Adds the fields of `claimsOn` to the body of every call, except those that the call's schema has: `cases` covers
 * these. Returns the number of fields sent.
 */
const claimEverywhere = async (
  { api, self, foreignServiceId, foreignId }: Scene,
  { operations, ids, random }: { operations: Operation[]; ids: KnownIds; random: Random },
  fail: (text: string) => void,
): Promise<number> => {
  let sent = 0
  for (const operation of operations) {
    const [contentType, content] = Object.entries(operation.content)[0] ?? []
    if (!content || operation.right === '' || operation.right === 'ingestKey' || isEnding(operation)) continue
    const known = JSON.stringify(content.schema)
    const claims = Object.entries(claimsOn(foreignServiceId, foreignId)).filter(
      ([name]) => !known.includes(`"${name}"`),
    )
    const value = mutatedValue(content.schema, random, ids.all, 0)
    if (!value || typeof value !== 'object' || Array.isArray(value)) continue
    const body = { ...value, ...Object.fromEntries(claims) }
    const form = new FormData()
    for (const [name, field] of Object.entries(body)) form.set(name, asText(field))
    const path = filledPath(operation, random, ids, 0)
    const answer = await api.send(operation.method, path, {
      ...self,
      body: contentType === 'multipart/form-data' ? form : body,
    })
    sent += claims.length
    if (answer.text.includes(foreignServiceId) || answer.text.includes(foreignId))
      fail(`${operation.method} ${path} accepted a claim: ${answer.text.slice(0, 200)}`)
  }
  return sent
}

export const trial: Trial = {
  id: 'R3',
  title: 'Fields that the caller may not set, sent by each type of member',
  isInTests: true,
  run: async ({ isQuick, seed }) => {
    const failures = failureList()
    const { api } = await sharedServer()
    const owner = await api.signIn('technician')
    const foreign = await api.must(api.send('GET', '/user/profile', owner))
    const second = await addService(api, owner)
    let claims = 0
    const random = randomFrom(seed)
    const operations = await readOperations(api)
    const ids = await knownIds(api, second.technician)
    for (const type of ['technician', 'admin', 'operator'] as const) {
      const self = second[type]
      const profile = await api.must(api.send('GET', '/user/profile', self))
      const scene = {
        api,
        self,
        selfId: profile._id,
        serviceId: second.id,
        eventTypeId: second.eventTypeId,
        actionId: second.actionId,
      }
      const claiming: Scene = { ...scene, foreignServiceId: foreign.service._id, foreignId: foreign._id }
      for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++)
        claims += await claimEverywhere(claiming, { operations, ids, random }, (text) =>
          failures.add(`${type}: ${text}`),
        )
      const after = await api.must(api.send('GET', '/user/profile', self))
      if (after.type !== profile.type || after.isServerOwner !== profile.isServerOwner)
        failures.add(`${type}: rose by a claim`)
      for (const { name, send } of cases) {
        const result = await send(claiming)
        for (const [claim, value] of Object.entries(result)) {
          claims++
          if (value !== false) failures.add(`${type}: ${name}: ${claim} ${value === true ? '' : value}`)
        }
      }
    }
    return { counts: { claims, 'taken over': failures.count }, failures: failures.all() }
  },
}
