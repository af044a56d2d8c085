import { type Action, type Actor, canSee, isAskedFully, may, Problem, type SubjectArgs } from '#contract'
import type { Db } from '../db/database.ts'
import { retryConflicts } from '../db/retry.ts'
import { publish } from '../live/outbox.ts'
import type { Audit } from './audit.ts'
import { recordAudit } from './audit.ts'
import { limiterPerKey } from './limiter.ts'
import type { Announce, Asked, Caller, Route } from './serve.ts'

type AnyAsked = Asked<Route['endpoint']>

export const allowFor = (route: Route, actor: Actor | undefined) => {
  const asked = { called: false }
  const allow = (...args: unknown[]): unknown => {
    asked.called = true
    const { needs } = route.endpoint
    const [subject] = args
    if (needs === 'open' || needs === 'link' || needs === 'ingestKey') return subject
    if (!actor) throw new Problem('signedOut')
    // The compiler sees to it; where it was bypassed, this is a fault of ours and never a permission.
    if (!isAskedFully(needs, subject)) throw new Error(`${name(route.endpoint)} said too little to ask for ${needs}`)
    const told = args as SubjectArgs<Action>
    if (!canSee(actor, needs, ...told)) throw new Problem('notFound')
    if (!may(actor, needs, ...told)) throw new Problem('forbidden')
    return subject
  }
  return { allow, asked }
}

const name = ({ method, path }: Route['endpoint']) => `${method} ${path}`

/** Runs a handler once: right, work, and what is to follow the commit. */
const attempt = async (db: Db, route: Route, asked: AnyAsked, caller: Caller | undefined, prepared: unknown) => {
  const { allow, asked: allowed } = allowFor(route, caller?.actor)
  const after: (() => unknown)[] = []
  const announce: Announce = (message, more = {}) =>
    publish(db, { message, ...('serviceId' in message && { serviceId: message.serviceId }), ...more })
  const audit = (entry: Omit<Audit, 'actor' | 'outcome' | 'address'>) =>
    recordAudit(db, { ...entry, actor: caller?.actor, outcome: 'done', address: asked.client.address })
  const handle = route.handle as ((work: unknown) => Promise<unknown>) | undefined
  const reply = await handle?.({
    ...asked,
    prepared,
    db,
    allow,
    announce,
    audit,
    afterCommit: (work: () => unknown) => after.push(work),
  })
  if (!allowed.called) throw new Error(`${name(route.endpoint)} answered without asking for its right`)
  return { reply, after }
}

/**
 * Writers of one thing queue here and not in the database, where each would hold a connection while it waits for the
 * row: ten of them would keep everybody else out.
 */
const oneAfterAnother = limiterPerKey({
  atOnce: 1,
  mostWaiting: 1_000,
  refuse: () => new Problem('unavailable', { retryAfterSeconds: 5 }),
})

/** The thing that a path names, by its id or its number. */
const thingOf = ({ params }: AnyAsked): string | undefined => {
  const { id, number } = (params ?? {}) as { id?: unknown; number?: unknown }
  const name = id ?? number
  return name === undefined ? undefined : String(name)
}

type Tools = { db: Db; pokeRelay: () => void }

/** prepare → transaction → right → work → commit → what follows it. */
export const work = async (
  tools: Tools,
  route: Route,
  asked: AnyAsked,
  caller: Caller | undefined,
): Promise<unknown> => {
  const prepare = route.prepare as ((asked: unknown) => Promise<unknown>) | undefined
  const prepared = await prepare?.({ ...asked, db: tools.db })
  const readsOnly = route.endpoint.method === 'GET'
  const run = () =>
    retryConflicts(() =>
      readsOnly
        ? attempt(tools.db, route, asked, caller, prepared)
        : tools.db.transaction().execute((transaction) => attempt(transaction, route, asked, caller, prepared)),
    )
  const thing = readsOnly ? undefined : thingOf(asked)
  const done = await (thing ? oneAfterAnother(thing, run) : run())
  // Outside of the retries: what fails here comes after the commit, and the handler must not run a second time.
  if (!readsOnly) tools.pokeRelay()
  for (const follow of done.after) await follow()
  return done.reply
}
