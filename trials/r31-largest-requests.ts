import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { API_KEY_HEADER, BASE_PATH, INGEST_KEY_HEADER } from '#contract'
import { failureList, type Trial } from './trial.ts'
import { alarmCrowdSizes, crowdAlarms } from './world/alarm-crowd.ts'
import { freshAddress, type Member } from './world/api.ts'
import { type CrowdSize, crowd } from './world/crowded-service.ts'
import { readRows } from './world/database.ts'
import { type LoopBlock, loopMeter } from './world/event-loop.ts'
import { knownIds } from './world/known-ids.ts'
import { largestQueries } from './world/largest.ts'
import { bodyOf, knownValues, type Scene } from './world/largest-bodies.ts'
import { type Operation, readOperations } from './world/openapi.ts'
import { randomFrom } from './world/random.ts'
import { TEXT_KINDS } from './world/random-words.ts'
import { type RawAnswer, sendRaw } from './world/raw-request.ts'
import { strain } from './world/restarts.ts'
import { addService } from './world/second-service.ts'
import { asProxy, noRequestLimits, nowhere, sharedServer, startTrialServer } from './world/server.ts'
import { publicLink, reportAsVisitor } from './world/visitors.ts'
import { startBystander } from './world/waiting-member.ts'

/** Longest acceptable block of the event loop beyond the longest block of the idle loop in the same run. */
const MOST_BLOCKED_MS = 100
/** The idle loop is measured for this long at the start, and again before a block counts as a failure. */
const IDLE_SECONDS = { start: 10, again: 2 }
/** In a quick run, other tests slow all computing. */
const QUICK_TOLERANCE = 3
/** Number of repetitions of a request that blocked the loop. It fails if it blocks each time. */
const REPEATS = 2
/** Longest acceptable wait of a member of another service for a small list, on an idle machine. */
const MOST_WAIT_MS = 1_000
/** These callers send all variants of a request. The others send one request to each path. */
const everything = new Set(['gateway', 'owner'])

const sizes: Record<'quick' | 'whole', CrowdSize> = {
  quick: { reports: 400, words: 30, types: 120, guide: 2_000, members: 120, entries: 50 },
  whole: { reports: 10_000, words: 100, types: 500, guide: 20_000, members: 2_000, entries: 2_000 },
}

type Caller = { name: string; headers: () => Record<string, string>; renew?: () => Promise<void> }
type Request = { what: string; method: string; path: string; type?: string; body?: string | Buffer; isStream: boolean }

const key = { [API_KEY_HEADER]: 'cohesion-web' }

/** Order in the run: reads, writes, calls that end sessions, deletions, and last the deletion of the service. */
const orderOf = ({ method, path }: Operation): number => {
  if (path === '/service/{id}' && method === 'DELETE') return 4
  if (method === 'DELETE') return 3
  if (/^\/auth|^\/user\/(update-terms|profile)|^\/setup|^\/organisation/.test(path) && method !== 'GET') return 2
  return method === 'GET' ? 0 : 1
}

const startMeasured = async () => {
  const { environment, longestBlock } = loopMeter()
  const server = await startTrialServer({ ...noRequestLimits, ...asProxy, ...nowhere, ...environment })
  return { ...server, longestBlock }
}

export const trial: Trial = {
  id: 'R31',
  title: 'The largest request to every path by every kind of caller of a crowded service, while other members work',
  isInTests: true,
  run: async ({ isQuick, seed, minutes }) => {
    const failures = failureList()
    const random = randomFrom(seed)
    const { api, folder, url, longestBlock, remove } = isQuick ? await sharedServer() : await startMeasured()
    const serverOwner = await api.signIn('technician')
    // A quick run uses a new service, because other trials use the demo's service on the shared server.
    const owner = isQuick ? (await addService(api, serverOwner)).technician : serverOwner
    const size = sizes[isQuick ? 'quick' : 'whole']
    const other = await addService(api, serverOwner)
    const { service } = await api.must(api.send('GET', '/user/profile', owner))
    const serviceId: string = service._id
    const ids = await crowd(folder, serviceId, size)
    const link = await publicLink(api, owner)
    const { _id: aoiId, follow } = await reportAsVisitor(api, link, { eventTypeId: ids.event_type[0] ?? '' })
    const board = { isOn: true, typeIds: ids.event_type.slice(0, 500), states: ['new', 'inProgress', 'done'] }
    const more = { cellMetres: 500, days: 365, origins: [], timeZone: 'UTC' }
    const { link: boardLink } = await api.must(api.send('PATCH', '/board', { ...owner, body: { ...board, ...more } }))
    const { link: feed } = await api.must(api.send('POST', '/calendar/feeds', { ...owner, body: {} }))
    const { key: ingestKey } = await api.must(
      api.send('POST', '/sensors/ingest-keys', { ...owner, body: { name: 'R31' } }),
    )
    const alarms = await crowdAlarms(
      { api, folder, owner, serviceId, ids, ingestKey },
      alarmCrowdSizes[isQuick ? 'quick' : 'whole'],
    )
    const [crowded] = await readRows<{ number: string; nonce: string }>(
      folder,
      'select number::text, nonce::text from aoi where id = $1',
      [ids.aoi[0]],
    )
    const noise = Buffer.from(Uint8Array.from({ length: 700 * 700 * 3 }, () => random.below(256)))
    const picture = await sharp(noise, { raw: { width: 700, height: 700, channels: 3 } })
      .png()
      .toBuffer()
    const scene: Scene = { random, ids, known: knownValues(ids, { follow, aoiId, serviceId }, random), picture }

    const memberCaller = async (name: string, first: Member, rejoin: () => Promise<Member>): Promise<Caller> => {
      let member = first
      return {
        name,
        headers: () => ({ ...key, authorization: `Bearer ${member.token}` }),
        renew: async () => {
          const { status } = await api.send('GET', '/user/profile', member)
          if (status === 401) member = await rejoin().catch(() => member)
        },
      }
    }
    let invited = 0
    const callers: Caller[] = [
      { name: 'anonymous', headers: () => ({}) },
      { name: 'visitor', headers: () => key },
      { name: 'gateway', headers: () => ({ ...key, [INGEST_KEY_HEADER]: ingestKey }) },
    ]
    for (const type of ['Operator', 'Admin', 'Technician'] as const) {
      const join = () => api.invite(owner, type, `largest-${type.toLowerCase()}-${invited++}`)
      if (!isQuick || type === 'Operator') callers.push(await memberCaller(type, await join(), join))
    }
    callers.push(await memberCaller('owner', owner, () => api.signIn('technician')))

    const fromLists = await knownIds(api, owner, { isSpared: true })
    let turn = 0
    const pick = (operation: Operation, name: string): string => {
      const isRead = operation.method === 'GET'
      const isOfEvent = /^\/(aoi|twin|review|cover|board)\b/.test(operation.path)
      const paths: Record<string, string | undefined> = {
        link,
        service: serviceId,
        board: new URL(boardLink).searchParams.get('token') ?? '',
        file: new URL(feed).pathname.split('/').at(-1),
        ...(isRead && { number: crowded?.number, nonce: crowded?.nonce }),
        ...(isRead && isOfEvent && { id: ids.aoi[0] }),
        ...(!isRead && isOfEvent && { id: ids.aoi[++turn % ids.aoi.length] }),
        ...(/^\/user\//.test(operation.path) && { id: ids.member[++turn % ids.member.length] }),
        ...(/^\/service\/\{/.test(operation.path) && { id: serviceId }),
      }
      return paths[name] ?? fromLists.pick(random, operation.path, name)
    }
    /** Returns one request, or one for each kind of text and each set of query parameters. */
    const requestsOf = (operation: Operation, isEvery: boolean): Request[] => {
      const { method, path, isStream } = operation
      const kinds = isEvery && Object.keys(operation.content).length > 0 ? TEXT_KINDS : 1
      return Array.from({ length: kinds }, (_, kind) => kind).flatMap((kind) => {
        const body = bodyOf(operation, kind, scene)
        const queries = largestQueries(operation, { random, ids, known: scene.known, kind, scale: 1 })
        return (isEvery ? queries : queries.slice(0, 1)).map((query) => {
          const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pick(operation, name)))
          const what = `${method} ${path}${query ? `?${query.slice(0, 60)}` : ''}${body ? ` (texts ${kind})` : ''}`
          const address = `${BASE_PATH}${filled}${query ? `?${query}` : ''}`
          return { what, method, path: address, isStream, ...(body && { type: body.type, body: body.bytes }) }
        })
      })
    }
    const pages = [
      '/',
      '/login',
      '/metrics',
      '/readyz',
      '/clockz',
      `/invite?token=${link}`,
      `/board${new URL(boardLink).search}`,
    ]
    const ofPages = pages.map((path): Request => ({ what: `GET ${path}`, method: 'GET', path, isStream: false }))

    const bystander = startBystander(api, other.operator)
    const statuses = new Map<number, number>()
    const tolerated = MOST_BLOCKED_MS * (isQuick ? QUICK_TOLERANCE : 1)
    let idle: LoopBlock = { ms: 0, processorMs: 0 }
    const measureIdle = async (seconds: number) => {
      await longestBlock()
      await pause(seconds * 1000)
      const { ms, processorMs } = await longestBlock()
      idle = { ms: Math.max(idle.ms, ms), processorMs: Math.max(idle.processorMs, processorMs) }
    }
    let longest: LoopBlock = { ms: 0, processorMs: 0 }
    let sent = 0
    let longestWaitMs = 0
    const send = ({ method, path, type, body, isStream }: Request, { headers }: Caller): Promise<RawAnswer> =>
      sendRaw(url, {
        method,
        path,
        body,
        isEndless: isStream,
        headers: { ...freshAddress(), ...headers(), ...(type && { 'content-type': type }) },
      })
    const isTooLong = ({ ms, processorMs }: LoopBlock) =>
      processorMs > tolerated + idle.processorMs || ms > tolerated + idle.ms
    const slow: string[] = []
    const once: string[] = []
    /** Adds a failure if every repetition blocked the loop for longer than the idle loop is blocked now. */
    const judge = async (what: string, blocks: readonly LoopBlock[]) => {
      if (blocks.length > REPEATS && blocks.every(isTooLong)) await measureIdle(IDLE_SECONDS.again)
      const text = blocks.map(({ ms, processorMs }) => `${Math.round(ms)} ms (${Math.round(processorMs)})`).join(', ')
      if (blocks.length > REPEATS && blocks.every(isTooLong)) failures.add(`${what}: blocked for ${text}`)
      else if (blocks.length > 1) once.push(`${what}: ${text}`)
    }
    /** Measures the loop while `act` causes work for the server's clock, again if the loop was blocked. */
    const measureTicks = async (what: string, act: () => Promise<void>) => {
      const blocks: LoopBlock[] = []
      await longestBlock()
      for (let time = 0; time <= REPEATS; time++) {
        await act()
        const block = await longestBlock()
        blocks.push(block)
        if (block.processorMs > longest.processorMs) longest = block
        if (!isTooLong(block)) break
      }
      await judge(`the clock, ${what}`, blocks)
    }
    /** Sends a request, again if the loop was blocked meanwhile. Returns the status of the first reply. */
    const measure = async (request: Request, caller: Caller): Promise<number> => {
      const blocks: LoopBlock[] = []
      let status = 0
      bystander.begin()
      for (let time = 0; time <= REPEATS; time++) {
        const begun = performance.now()
        const answer = await send(request, caller)
        if (time === 0) status = answer.status
        const block = await longestBlock()
        sent++
        const waitMs = bystander.longestWaitMs()
        longestWaitMs = Math.max(longestWaitMs, waitMs)
        if (waitMs > MOST_WAIT_MS * strain())
          slow.push(
            `${request.what} as ${caller.name}: the other service waited ${Math.round(waitMs)} ms, it ${Math.round(performance.now() - begun)} ms`,
          )
        blocks.push(block)
        if (block.processorMs > longest.processorMs) longest = block
        if (!isTooLong(block)) break
      }
      await judge(`${request.what} as ${caller.name}, answered ${status}`, blocks)
      return status
    }

    await measureIdle(IDLE_SECONDS.start)
    const endMs = performance.now() + minutes * 60_000
    const all = await readOperations(api)
    // A run with a time limit tries paths in random order. Calls that end sessions or delete still come last.
    const drawn = Number.isFinite(minutes)
      ? all.map((operation) => ({ operation, order: Math.max(1, orderOf(operation)), at: random.below(1e9) }))
      : all.map((operation, at) => ({ operation, order: orderOf(operation), at }))
    const operations = drawn.toSorted((a, b) => a.order - b.order || a.at - b.at).map(({ operation }) => operation)
    const chosen = operations.filter(({ method, path }) => !isQuick || method === 'GET' || path.endsWith('/similar'))
    let tried = 0
    for (const request of ofPages) await measure(request, callers[0] as Caller)
    const ownCaller = callers.at(-1) as Caller
    for (const { what, body } of alarms.tries) {
      const request = {
        what: `POST /rules/try, ${what}`,
        method: 'POST',
        path: `${BASE_PATH}/rules/try`,
        isStream: false,
      }
      const status = await measure({ ...request, type: 'application/json', body: JSON.stringify(body) }, ownCaller)
      if (status !== 200) failures.add(`${request.what}: answered ${status}`)
    }
    await measureTicks('an alarm by each rule', async () => {
      await alarms.raise()
      await alarms.clear()
    })
    if ((await alarms.countEscalations()) === 0) failures.add('no alarm was escalated')
    for (const operation of chosen) {
      if (performance.now() > endMs) break
      tried++
      for (const caller of isQuick ? callers.slice(-1) : callers) {
        for (const request of requestsOf(operation, !isQuick && everything.has(caller.name))) {
          const status = await measure(request, caller)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status === 401) await caller.renew?.()
          // The server refused the caller before it read the body, so other variants of the request test nothing.
          if (status === 401 || status === 403) break
        }
      }
    }
    await bystander.stop()
    for (const text of slow) failures.add(text)
    const done = statuses.get(200) ?? 0
    if (done === 0) failures.add('no request was done')
    if (!isQuick) await remove()
    return {
      counts: {
        requests: sent,
        paths: tried < all.length ? `${tried} of ${all.length}` : tried,
        'reports at one place': size.reports,
        ...Object.fromEntries([...statuses].sort(([a], [b]) => a - b).map(([status, n]) => [`answered ${status}`, n])),
        'readings tried': alarmCrowdSizes[isQuick ? 'quick' : 'whole'].readings,
        'rules that raised alarms': alarmCrowdSizes[isQuick ? 'quick' : 'whole'].rules,
        'ms the loop computed in one go at most': Math.round(longest.processorMs),
        'ms the idle loop was blocked at most': Math.round(idle.ms),
        'ms it computed': Math.round(idle.processorMs),
        'blocks that did not come again': once.length,
        'ms that another service waited at most': Math.round(longestWaitMs),
      },
      failures: failures.all(),
    }
  },
}
