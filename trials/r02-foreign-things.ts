import { failureList, type Trial } from './trial.ts'
import type { Api, Member } from './world/api.ts'
import { knownIds, UUID } from './world/known-ids.ts'
import { asText, filledPath, mutatedValue, type Operation, readOperations } from './world/openapi.ts'
import { plantedTexts, plantThings } from './world/planted-things.ts'
import { randomFrom } from './world/random.ts'
import { addService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'

const ROUNDS = { quick: 2, whole: 25 }

/** Calls that a member signs in for, and that name something by its id. */
const namesSomething = ({ right, path, content }: Operation) =>
  right !== '' && right !== 'ingestKey' && (path.includes('{') || JSON.stringify(content).includes('"uuid"'))

const formOf = (fields: Record<string, unknown>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, asText(value))
  return form
}

/** What the first service's Technician sees of its service: it must not change by anything the others do. */
const contentsOf = async (api: Api, member: Member, serviceId: string): Promise<string> => {
  const paths = [
    '/aoi/filtered?type=all&limit=1000',
    '/actions/service',
    '/roles/user-roles',
    '/community-servers/communities',
    '/community-servers/groups',
    `/metrics/service/${serviceId}`,
    `/service/${serviceId}`,
    '/sensors/ingest-keys',
    '/service/regions',
    '/calendar/feeds',
    '/rules',
    '/mutes',
    '/user/requests',
    `/aoi-type/service/${serviceId}`,
  ]
  const answers = await Promise.all(paths.map((path) => api.send('GET', path, member)))
  const members = await api.must(api.send('GET', '/user/grouped', member))
  const people = (members.total as { _id: string; type: string; role: unknown }[]).map(({ _id, type, role }) => ({
    _id,
    type,
    role,
  }))
  return answers.map(({ text }) => text).join('\n') + JSON.stringify(people)
}

export const trial: Trial = {
  id: 'R2',
  title: 'Things of another service, named in every call of the OpenAPI document by each type of member',
  run: async ({ isQuick, seed }) => {
    const failures = failureList()
    const { api } = await sharedServer()
    const owner = await api.signIn('technician')
    const serviceId: string = (await api.must(api.send('GET', '/user/profile', owner))).service._id
    const second = await addService(api, owner)
    await plantThings(api, owner)
    const ids = await knownIds(api, owner)
    // That a service exists is no secret: members may ask to see it. Notices are for everyone on the server.
    const notices = (await api.send('GET', '/settings', second.operator)).text
    const foreign = new Set(ids.all.filter((id) => id !== serviceId && !notices.includes(id)))
    const operations = (await readOperations(api)).filter(namesSomething)
    for (const missing of ids.missing(operations)) failures.add(`nothing of the first service for ${missing}`)
    const before = await contentsOf(api, owner, serviceId)
    const random = randomFrom(seed)
    let calls = 0
    let notFound = 0

    const call = async (operation: Operation, type: string, member: Member) => {
      const path = filledPath(operation, random, ids, 0)
      const [contentType, content] = Object.entries(operation.content)[0] ?? []
      const value = content && (mutatedValue(content.schema, random, ids.all, 0) as Record<string, unknown>)
      const body = contentType === 'multipart/form-data' ? formOf(value ?? {}) : value
      const answer = await api.send(operation.method, path, { token: member.token, ...(value && { body }) })
      calls++
      if (answer.status === 404) notFound++
      const sent = path + JSON.stringify(value)
      const leaked = (answer.text.match(UUID) ?? []).find((id) => foreign.has(id) && !sent.includes(id))
      const told = plantedTexts.find((text) => answer.text.includes(text))
      if (told) failures.add(`${type}: ${operation.method} ${path} answered ${answer.status} with “${told}”`)
      if (leaked) failures.add(`${type}: ${operation.method} ${path} answered ${answer.status} with ${leaked}`)
      if (answer.status >= 500) failures.add(`${type}: ${operation.method} ${path} answered ${answer.status}`)
    }
    for (let round = 0; round < (isQuick ? ROUNDS.quick : ROUNDS.whole); round++)
      for (const operation of operations)
        for (const type of ['technician', 'admin', 'operator'] as const) await call(operation, type, second[type])

    if ((await contentsOf(api, owner, serviceId)) !== before) failures.add('something of the first service was changed')
    if (notFound < calls / 4) failures.add(`only ${notFound} calls were answered 404: the rest says little`)
    return {
      counts: {
        calls,
        'paths that name something': operations.length,
        'answered 404': notFound,
        leaks: failures.count,
      },
      failures: failures.all(),
    }
  },
}
