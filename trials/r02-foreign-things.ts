import { failureList, type Trial } from './trial.ts'
import { type Api, freshAddress, type Member } from './world/api.ts'
import { addBystanders } from './world/bystanders.ts'
import { knownIds, UUID } from './world/known-ids.ts'
import { openFrames } from './world/live-frames.ts'
import { asText, filledPath, mutatedValue, type Operation, readOperations } from './world/openapi.ts'
import { plantedTexts, plantThings } from './world/planted-things.ts'
import { randomFrom } from './world/random.ts'
import { addService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'

const ROUNDS = { quick: 1, whole: 20 }
const FILE_ADDRESS = /\/files\/[\w-]{32}/g

/** Calls by signed-in members that name an object by its id, and all calls that only read. */
const isTried = ({ right, method, path, content, isStream }: Operation) =>
  right !== '' &&
  right !== 'ingestKey' &&
  !isStream &&
  (method === 'GET' || path.includes('{') || JSON.stringify(content).includes('"uuid"'))
const takesSecret = ({ right, path }: Operation) => right === '' && /\{(token|ticket|board|file|link)\}/.test(path)

const formOf = (fields: Record<string, unknown>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, asText(value))
  return form
}

/** Contents of the first service as text. Calls by members of the second service must not change them. */
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
    '/feeds',
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
  title: 'Data of another service, requested in every call by each type of member and watched for on streams',
  run: async ({ isQuick, seed }) => {
    const failures = failureList()
    const server = await sharedServer()
    const { api } = server
    const owner = await api.signIn('technician')
    const serviceId: string = (await api.must(api.send('GET', '/user/profile', owner))).service._id
    const second = await addService(api, owner)
    const bystanders = await addBystanders(server, second)
    const countsBefore = await bystanders.countsOf()
    const frames = await openFrames(server, owner, second)
    await plantThings(api, owner)
    if ((await bystanders.countsOf()) !== countsBefore) failures.add('counts or tiles of the second service changed')
    const { sharedId, coveredFile } = await frames.cause()
    const ids = await knownIds(api, owner)
    // Ids in these replies are no secret: members may request access to any service, and notices are for everyone on
    // the server.
    const shown = await Promise.all(
      ['/settings', '/user/services'].map((path) => api.send('GET', path, second.operator)),
    )
    const isShown = (id: string) => shown.some(({ text }) => text.includes(id))
    const foreign = new Set(ids.all.filter((id) => id !== serviceId && !isShown(id)))
    const all = await readOperations(api)
    const operations = all.filter(isTried)
    const foreignFiles = new Set((await contentsOf(api, owner, serviceId)).match(FILE_ADDRESS))
    if (foreignFiles.size === 0) failures.add('the first service has no files, so none could be told')
    for (const missing of ids.missing(operations)) failures.add(`nothing of the first service for ${missing}`)
    const before = await contentsOf(api, owner, serviceId)
    const random = randomFrom(seed)
    let calls = 0
    let notFound = 0
    /** Paths of refused calls. The audit of the second service contains them, so it may repeat the ids in them. */
    let namedBefore = ''
    /**
     * Adds a failure for ids, files and words of the first service that the request did not contain itself (`named`).
     */
    const examine = (text: string, named: string, where: string) => {
      const id = (text.match(UUID) ?? []).find((one) => foreign.has(one) && !named.includes(one))
      const file = (text.match(FILE_ADDRESS) ?? []).find((one) => foreignFiles.has(one))
      const words = plantedTexts.find((one) => text.includes(one))
      for (const told of [id, file, words]) if (told) failures.add(`${where} holds ${told}`)
    }

    const call = async (operation: Operation, type: string, member: Member) => {
      const path = filledPath(operation, random, ids, 0)
      const [contentType, content] = Object.entries(operation.content)[0] ?? []
      const value = content && (mutatedValue(content.schema, random, ids.all, 0) as Record<string, unknown>)
      const body = contentType === 'multipart/form-data' ? formOf(value ?? {}) : value
      const answer = await api.send(operation.method, path, { token: member.token, ...(value && { body }) })
      calls++
      if (answer.status === 404) notFound++
      const sent = path + JSON.stringify(value)
      const named = operation.path.startsWith('/audit') ? namedBefore : sent
      if (answer.status === 403) namedBefore += path
      examine(answer.text, named, `${type}: ${operation.method} ${path}, answered ${answer.status},`)
      if (answer.status >= 500) failures.add(`${type}: ${operation.method} ${path} answered ${answer.status}`)
    }
    for (let round = 0; round < (isQuick ? ROUNDS.quick : ROUNDS.whole); round++)
      for (const operation of operations)
        for (const type of ['technician', 'admin', 'operator', 'viewer'] as const)
          await call(operation, type, second[type])
    let guesses = 0
    for (const operation of all.filter(takesSecret)) {
      const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(random.pick(ids.all)))
      const answer = await api.send(operation.method, path, {
        headers: freshAddress(),
        ...(operation.method !== 'GET' && { body: {} }),
      })
      guesses++
      examine(answer.text, path, `anyone: ${operation.method} ${path}, answered ${answer.status},`)
    }
    for (const [way, text] of Object.entries(await bystanders.received())) {
      examine(text, '', way)
      // The operator received the event through a share, so its client must receive the address to drop its copy of the
      // photo.
      if (!way.endsWith('operator') && text.includes(coveredFile))
        failures.add(`${way} holds the address of a photo that was covered`)
    }
    // The recipient of a share receives the id of the event and its changes.
    for (const message of frames.received().sharer ?? [])
      examine(JSON.stringify(message), sharedId, `${message.type} to a member of the other service`)
    for (const problem of [...frames.problemsOfOwn(), ...(await frames.refusals())]) failures.add(problem)
    const frameCount = frames.count()
    frames.close()
    await bystanders.leave()

    if ((await contentsOf(api, owner, serviceId)) !== before) failures.add('something of the first service was changed')
    if (notFound < calls / 5) failures.add(`only ${notFound} calls were answered 404: the rest says little`)
    return {
      counts: {
        calls,
        paths: operations.length,
        'guesses at secret addresses': guesses,
        'answered 404': notFound,
        'live messages': frameCount,
        leaks: failures.count,
      },
      failures: failures.all(),
    }
  },
}
