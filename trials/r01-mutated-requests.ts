import { API_KEY_HEADER, BASE_PATH, INGEST_KEY_HEADER } from '#contract'
import { failureList, type Trial } from './trial.ts'
import { type Api, atOnce, freshAddress, type Member } from './world/api.ts'
import { hostileText } from './world/hostile.ts'
import { knownIds } from './world/known-ids.ts'
import {
  chooseRequests,
  keepFailedRequests,
  type MutatedRequest,
  nameOf,
  readFailedRequests,
  replayCommand,
} from './world/mutated-requests.ts'
import { asText, filledPath, mutatedValue, type Operation, readOperations } from './world/openapi.ts'
import { plainValues, sendPlainValues } from './world/plain-values.ts'
import { type Random, randomFrom } from './world/random.ts'
import { sendRaw } from './world/raw-request.ts'
import { asProxy, noRequestLimits, startTrialServer, type TrialServer } from './world/server.ts'

const REQUESTS = { quick: 400, whole: 100_000 }
const AT_ONCE = 8
/** Least share of accepted requests. If the first check refused nearly all, the trial would test nothing. */
const LEAST_DONE = 0.2
/** Requests delete objects, so the ids are read again. Otherwise most later calls would end as 404. */
const IDS_READ_EVERY = 2_000
/** Maximum growth of memory between a tenth of the requests and the end, including caches. */
const GROWTH_LIMIT_BYTES = 150_000_000

type Caller = { name: string; headers: () => Record<string, string>; renew?: () => Promise<void> }

const key = { [API_KEY_HEADER]: 'cohesion-web' }

/**
 * A member whose session or account a request may end. `renew` then signs the member in again or invites a similar one.
 */
const memberCaller = (api: Api, name: string, first: Member, rejoin: () => Promise<Member>): Caller => {
  let member = first
  return {
    name,
    headers: () => ({ ...key, authorization: `Bearer ${member.token}` }),
    renew: async () => {
      // A 401 may have another cause, such as a wrong password.
      const { status } = await api.send('GET', '/user/profile', member)
      if (status === 401) member = await rejoin()
    },
  }
}

const callersOn = async ({ api }: TrialServer): Promise<{ outsiders: Caller[]; insiders: Caller[] }> => {
  const owner = () => api.signIn('technician')
  const { key: ingestKey } = await api.must(
    api.send('POST', '/sensors/ingest-keys', { ...(await owner()), body: { name: 'trial' } }),
  )
  let invited = 0
  const members = await Promise.all(
    (['Operator', 'Admin', 'Technician'] as const).map(async (type) => {
      const join = async () => api.invite(await owner(), type, `trial-${type.toLowerCase()}-${invited++}`)
      return memberCaller(api, type, await join(), join)
    }),
  )
  const outsiders = [
    { name: 'stranger', headers: () => ({}) },
    { name: 'key alone', headers: () => key },
    { name: 'forged token', headers: () => ({ ...key, authorization: `Bearer ${'a'.repeat(43)}` }) },
    { name: 'gateway', headers: () => ({ [INGEST_KEY_HEADER]: ingestKey }) },
  ]
  return { outsiders, insiders: [memberCaller(api, 'owner of the server', await owner(), owner), ...members] }
}

const bodyOf = (operation: Operation, random: Random, ids: readonly string[], badness: number) => {
  const [type, content] = Object.entries(operation.content)[0] ?? []
  if (!type || !content)
    return random.chance(0.1) ? { type: 'application/json', bytes: hostileText(random) } : undefined
  const value = mutatedValue(content.schema, random, ids, badness)
  if (type === 'application/json') {
    const json = JSON.stringify(value) ?? ''
    return { type: random.chance(0.95) ? type : 'text/xml', bytes: random.chance(0.03) ? json.slice(0, -2) : json }
  }
  const boundary = 'trial'
  const fields = value && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : []
  const parts = fields.map(([name, field]) => {
    const isFile = content.schema.properties?.[name]?.format === 'binary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"`
    return isFile
      ? `${head}; filename="a.png"\r\ncontent-type: image/png\r\n\r\n\x89PNG not really\r\n`
      : `${head}\r\n\r\n${asText(field)}\r\n`
  })
  const whole = `${parts.join('')}--${boundary}--\r\n`
  return {
    type: random.chance(0.95) ? `multipart/form-data; boundary=${boundary}` : 'multipart/form-data',
    bytes: random.chance(0.05) ? whole.slice(0, random.below(whole.length)) : whole,
  }
}

export const trial: Trial = {
  id: 'R1',
  title: 'Mutated requests on every path of the OpenAPI document, as every kind of caller',
  isInTests: true,
  run: async ({ isQuick, seed, only }) => {
    const isWhole = !isQuick && only === undefined
    const total = isQuick ? REQUESTS.quick : REQUESTS.whole
    const failures = failureList()
    const server = await startTrialServer({ ...noRequestLimits, ...asProxy })
    try {
      const { api } = server
      const readIds = async () => knownIds(api, await api.signIn('technician'), { isSpared: true })
      let ids = await readIds()
      const { outsiders, insiders } = await callersOn(server)
      const operations = new Map((await readOperations(api)).map((operation) => [nameOf(operation), operation]))
      const failedBefore = readFailedRequests()
      const requests = chooseRequests({ seed, total, only, operations: [...operations.keys()], failedBefore })
      const failed: MutatedRequest[] = []
      const statuses = new Map<string, number>()
      let memoryBefore = 0

      const ask = async (request: MutatedRequest) => {
        const random = randomFrom(request.seed * 1_000_003 + request.number)
        const operation = operations.get(request.operation) as Operation
        const caller = random.pick(random.chance(0.1) ? outsiders : insiders)
        // Half of the requests are nearly valid, because the first check refuses a request that is entirely invalid.
        const badness = random.chance(0.5) ? 0.01 : 0.15
        const body = bodyOf(operation, random, ids.all, badness)
        const path = BASE_PATH + filledPath(operation, random, ids, badness)
        const answer = await sendRaw(server.url, {
          method: operation.method,
          path,
          headers: { ...freshAddress(), ...caller.headers(), ...(body && { 'content-type': body.type }) },
          body: body?.bytes,
          isEndless: operation.isStream,
        })
        if (answer.status === 401) await caller.renew?.()
        const kind = answer.status === 0 ? 'broken' : String(answer.status)
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
        const result = `${answer.status || answer.error} ${answer.text.slice(0, 200)}`
        if (only !== undefined)
          console.log(`${caller.name}: ${operation.method} ${path}\n${body?.bytes ?? ''}\n${result}`)
        if (answer.status !== 0 && answer.status < 500) return
        failed.push(request)
        failures.add(`${request.operation} as ${caller.name}: ${result}\n    again: ${replayCommand(request)}`)
      }

      if (only === undefined) for (const failure of await sendPlainValues(api)) failures.add(failure)
      await atOnce(AT_ONCE, requests.length, async (at) => {
        if (at === Math.floor(requests.length / 10)) memoryBefore = server.memoryBytes()
        // A request may have ended the session that reads the ids. The earlier ids then serve until the next reading.
        if (at > 0 && at % IDS_READ_EVERY === 0) ids = await readIds().catch(() => ids)
        await ask(requests[at] as MutatedRequest)
      })
      if (isWhole) keepFailedRequests(failed)

      const grown = server.memoryBytes() - memoryBefore
      const done = statuses.get('200') ?? 0
      if (only === undefined && done < total * LEAST_DONE)
        failures.add(`only ${done} requests were done: the rest says little`)
      if (server.process.exitCode !== null) failures.add('the server ended')
      if (isWhole && grown > GROWTH_LIMIT_BYTES) failures.add(`memory grew by ${Math.round(grown / 1e6)} MB`)
      const answered = Object.fromEntries([...statuses].sort().map(([kind, count]) => [`answered ${kind}`, count]))
      const counts = {
        requests: requests.length,
        paths: operations.size,
        'plain values that once failed': plainValues.length,
        ...answered,
        'MB more': Math.round(grown / 1e6),
      }
      return { counts, failures: failures.all() }
    } finally {
      await server.remove()
    }
  },
}
