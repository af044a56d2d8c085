import { type Action, type Actor, canSee, isAskedFully, may, type Need, Problem, type SubjectArgs } from '#contract'
import type { Db } from '../db/database.ts'
import type { Read } from '../db/replica/replicas.ts'
import { retryConflicts } from '../db/transaction.ts'
import { publish } from '../outbox/outbox.ts'
import type { Audit } from './audit.ts'
import { recordAudit } from './audit.ts'
import { limiterPerKey } from './limiter.ts'
import type { Announce, Caller, RequestInput, Route } from './serve.ts'

type AnyInput = RequestInput<Route['endpoint']>

export const allowFor = (route: Route, actor: Actor | undefined) => {
  const check = { isDone: false }
  const allow = (...args: unknown[]): unknown => {
    check.isDone = true
    const { needs } = route.endpoint
    const [subject] = args
    if (needs === 'open' || needs === 'link' || needs === 'ingestKey') return subject
    if (!actor) throw new Problem('signedOut')
    // The compiler requires a complete subject. If a cast bypasses it, the request fails and is never permitted.
    if (!isAskedFully(needs, subject)) throw new Error(`${name(route.endpoint)}: incomplete subject for right ${needs}`)
    const subjectArgs = args as SubjectArgs<Action>
    if (!canSee(actor, needs, ...subjectArgs)) throw new Problem('notFound')
    if (!may(actor, needs, ...subjectArgs)) throw new Problem('forbidden')
    return subject
  }
  return { allow, check }
}

const name = ({ method, path }: Route['endpoint']) => `${method} ${path}`

const attempt = async (db: Db, route: Route, input: AnyInput, caller: Caller | undefined, prepared: unknown) => {
  const { allow, check } = allowFor(route, caller?.actor)
  const after: (() => unknown)[] = []
  const announce: Announce = (message, more = {}) =>
    publish(db, { message, ...('serviceId' in message && { serviceId: message.serviceId }), ...more })
  const audit = (entry: Omit<Audit, 'actor' | 'outcome' | 'address'>) =>
    recordAudit(db, { ...entry, actor: caller?.actor, outcome: 'done', address: input.client.address })
  const handle = route.handle as ((work: unknown) => Promise<unknown>) | undefined
  const reply = await handle?.({
    ...input,
    prepared,
    db,
    allow,
    announce,
    audit,
    afterCommit: (work: () => unknown) => after.push(work),
  })
  if (!check.isDone) throw new Error(`${name(route.endpoint)} replied without checking its right`)
  return { reply, after }
}

/**
 * Writers of one object queue in memory. In the database each would hold a connection while it waits for the row, and ten
 * writers would take the whole pool.
 */
const oneAfterAnother = limiterPerKey({
  atOnce: 1,
  mostWaiting: 1_000,
  refuse: () => new Problem('unavailable', { retryAfterSeconds: 5 }),
})

/** Key of the object that a request writes to: from the route, or the id or number in the path. */
const thingOf = (route: Route, input: AnyInput): string | undefined => {
  const thing = route.thing as ((input: unknown) => string) | undefined
  if (thing) return thing(input)
  const { params } = input
  const { id, number } = (params ?? {}) as { id?: unknown; number?: unknown }
  const name = id ?? number
  return name === undefined ? undefined : String(name)
}

type Tools = { db: Db; read: Read; wakeRelay: () => void }

/** Requests by link count attempts, which is a write; requests with `server.edit` examine the primary itself. */
const onPrimary: ReadonlySet<string> = new Set<Need>(['open', 'link', 'ingestKey', 'server.edit'])

const mayUseReplica = ({ endpoint: { method, needs, writes } }: Route): boolean =>
  method === 'GET' && !writes && !onPrimary.has(needs)

/** prepare → transaction → right → work → commit → `afterCommit`. */
export const work = async (
  tools: Tools,
  route: Route,
  input: AnyInput,
  caller: Caller | undefined,
): Promise<unknown> => {
  const prepare = route.prepare as ((input: unknown) => Promise<unknown>) | undefined
  const prepared = await prepare?.({ ...input, db: tools.db })
  const readsOnly = route.endpoint.method === 'GET'
  const attemptOn = (db: Db) => attempt(db, route, input, caller, prepared)
  const runOnce = () => {
    if (mayUseReplica(route)) return tools.read(attemptOn)
    return readsOnly ? attemptOn(tools.db) : tools.db.transaction().execute(attemptOn)
  }
  const run = () => retryConflicts(runOnce)
  const thing = readsOnly ? undefined : thingOf(route, input)
  const runInTurn = () => {
    input.client.mustWait()
    return run()
  }
  const done = await (thing ? oneAfterAnother(thing, runInTurn) : run())
  // Outside the retries, so that a failure after the commit does not run the handler again.
  if (!readsOnly) tools.wakeRelay()
  for (const follow of done.after) await follow()
  return done.reply
}
