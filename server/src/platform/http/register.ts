import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import {
  API_KEY_HEADER,
  BASE_PATH,
  type Endpoint,
  fieldProblems,
  INGEST_KEY_HEADER,
  LIVE_POSITION_HEADER,
  may,
  mayEver,
  Problem,
  TOKEN_PREFIX,
} from '#contract'
import type { Db } from '../db/database.ts'
import type { Read } from '../db/replica/replicas.ts'
import { recordRefusal } from './audit.ts'
import { clientOf, parseCookies } from './client.ts'
import { jsonBytes } from './json-bytes.ts'
import { readMultipart } from './multipart.ts'
import { networkOf } from './origin.ts'
import { asProblem } from './problems.ts'
import { Abandoned } from './protocols.ts'
import type { TakeRequests } from './rate-limit.ts'
import {
  type Caller,
  type Client,
  JsonText,
  type KeyHolder,
  PlainReply,
  type RequestInput,
  type Route,
} from './serve.ts'
import { inScopeOf, signedBodyOf } from './signed-body.ts'
import { allowFor, work } from './work.ts'

export type Door = {
  db: Db
  /** Runs reads for members, on a replica if it has replayed everything that was committed before. */
  read: Read
  apiKey: string
  authenticate: (token: string) => Promise<Caller | undefined>
  keyHolder: (key: string) => Promise<KeyHolder | undefined>
  /** Sign-in endpoints. Other requests without a session from the same address do not use up their budget. */
  signIns: ReadonlySet<Endpoint>
  /** Name of the device of these cookies, if a member has signed in on it before. */
  knownDevice: (cookies: Client['cookies']) => Promise<string | undefined>
  /** Callers of earlier requests. They only select the limit that a request counts against, and grant no rights. */
  callersByToken: LRUCache<string, Caller>
  takeRequests: TakeRequests
  /** Throws if `takeRequests` would throw, without taking requests. */
  requireRequests: TakeRequests
  wakeRelay: () => void
  /** Position of the last live message. All changes announced up to this position are committed. */
  livePosition: () => number
  /** Whether to check every reply against the contract: in tests only, because the check halves the speed of lists. */
  checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    holder: KeyHolder | undefined
  }
}

const isApiToken = (token: string | undefined): token is string => token?.startsWith(TOKEN_PREFIX) ?? false

const bearer = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]

/** An API token sent as the password of HTTP Basic. */
const tokenByBasic = (request: FastifyRequest): string | undefined => {
  const encoded = /^Basic ([a-z0-9+/=]{1,400})$/i.exec(request.headers.authorization ?? '')?.[1]
  const [, password] = /^[^:]*:(\S{1,200})$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  return isApiToken(password) ? password : undefined
}

/** Requests that an upload counts as, because the server reads, checks and resizes the file. */
const FILE_COST = 5

/**
 * Takes from a separate budget for sign-ins of the network, so that a team can sign in while others behind its address
 * flood the server. If sign-ins use up this budget too, devices on which members signed in before have their own.
 */
const countSignIn = async (door: Door, request: FastifyRequest, cost: number): Promise<void> => {
  const network = networkOf(request.ip)
  try {
    door.takeRequests('strangers', `sign-in ${network}`, cost)
  } catch (refusal) {
    const cookies = parseCookies(request.headers.cookie)
    // Unknown device cookies have a budget too. When it is used up, no cookie is looked up.
    door.requireRequests('strangers', `devices ${network}`)
    const device = await door.knownDevice(cookies)
    if (device) return door.takeRequests('strangers', `device ${device}`, cost)
    door.takeRequests('strangers', `devices ${network}`)
    throw refusal
  }
}

/**
 * Before the look-up, checks the session's limit if the token was valid before, and the limit for wrong tokens if not.
 */
const authenticate = async (
  door: Door,
  request: FastifyRequest,
  { token, cost, limit = 'session' }: { token: string; cost: number; limit?: 'session' | 'key' },
) => {
  const wrongTokens = `tokens ${networkOf(request.ip)}`
  const known = door.callersByToken.get(token)
  request.caller = known
  if (known) door.takeRequests(limit, known.sessionId, cost)
  else door.requireRequests('strangers', wrongTokens, cost)
  const caller = await door.authenticate(token)
  if (!caller) {
    door.callersByToken.delete(token)
    door.takeRequests('strangers', wrongTokens, cost)
  } else if (!known) {
    door.callersByToken.set(token, caller)
    door.takeRequests(limit, caller.sessionId, cost)
  }
  return caller
}

/** Throws if the caller must first choose a password or set up a second factor. */
const requireReady = (caller: Caller, { beforeNewPassword, beforeSecondFactor }: Partial<Endpoint> = {}) => {
  if (caller.needsNewPassword && !beforeNewPassword) throw new Problem('newPassword')
  if (caller.needsSecondFactor && !beforeSecondFactor) throw new Problem('secondFactor')
}

/** Key holder of an API token that is sent instead of an ingest key. */
const holderByToken = async (door: Door, request: FastifyRequest, token: string, cost: number) => {
  const caller = await authenticate(door, request, { token, cost, limit: 'key' })
  request.caller = caller
  if (!caller) throw new Problem('apiToken')
  requireReady(caller)
  const { serviceId } = caller.actor
  if (!may(caller.actor, 'reading.send', { serviceId })) throw new Problem('forbidden')
  return { serviceId, keyId: caller.sessionId }
}

/** Before the body is read, checks API key, limits, token and the right of the caller's type, in this order. */
export const identify = (door: Door, endpoint: Endpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { needs, files, takesBasic, cost = files ? FILE_COST : 1 } = endpoint
  const countAsStranger = () =>
    door.signIns.has(endpoint)
      ? countSignIn(door, request, cost)
      : door.takeRequests('strangers', networkOf(request.ip), cost)
  if (needs === 'link') return countAsStranger()
  const token = bearer(request) ?? (takesBasic ? tokenByBasic(request) : undefined)
  if (takesBasic) reply.header('www-authenticate', 'Basic realm="Cohesion", charset="UTF-8"')
  if (needs === 'ingestKey') {
    if (isApiToken(token) && !request.headers[INGEST_KEY_HEADER]) {
      request.holder = await holderByToken(door, request, token, cost)
      return
    }
    request.holder = await holderOf(door, request)
    if (!request.holder) {
      await countAsStranger()
      throw new Problem('ingestKey')
    }
    return door.takeRequests('key', request.holder.keyId, cost)
  }
  const needsApiKey = needs === 'open' || !isApiToken(token)
  if (needsApiKey && request.headers[API_KEY_HEADER] !== door.apiKey) {
    await countAsStranger()
    throw new Problem(takesBasic ? 'apiToken' : 'apiKey')
  }
  if (token && !(needs === 'open' && isApiToken(token)))
    request.caller = await authenticate(door, request, { token, cost })
  else await countAsStranger()
  if (needs === 'open') return
  const { caller } = request
  if (!caller) throw new Problem(isApiToken(token) ? 'apiToken' : 'signedOut')
  requireReady(caller, caller.actor.token ? {} : endpoint)
  if (!mayEver(caller.actor, needs) || (endpoint.membersOnly && caller.actor.token)) throw new Problem('forbidden')
  // Read before the data: if a commit happens in between, the client receives its message again instead of missing it.
  if (request.method === 'GET') reply.header(LIVE_POSITION_HEADER, door.livePosition())
}

const holderOf = async (door: Door, request: FastifyRequest): Promise<KeyHolder | undefined> => {
  const key = request.headers[INGEST_KEY_HEADER]
  return typeof key === 'string' && key.length <= 200 ? door.keyHolder(key) : undefined
}

export const parse = <T extends z.ZodType>(schema: T | undefined, value: unknown): z.output<T> | undefined => {
  if (!schema) return undefined
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw new Problem('invalid', { fields: fieldProblems(result.error) })
  return result.data
}

const read = async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => {
  const params = endpoint.params?.safeParse(request.params)
  if (params && !params.success) throw new Problem('notFound')
  const form = endpoint.files ? await readMultipart(request, endpoint) : undefined
  return {
    params: params?.data,
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, form ? form.body : (request.body ?? {})),
    signed: endpoint.signedBody && signedBodyOf(request),
    files: form?.files ?? {},
    actor: request.caller?.actor,
    sessionId: request.caller?.sessionId,
    holder: request.holder,
    client: clientOf(request, reply),
    setHeader: (name: string, value: string) => void reply.header(name, value),
  } as unknown as RequestInput<Endpoint>
}

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers['accept-encoding'] ?? ''))

const answer = async (door: Door, route: Route, request: FastifyRequest, reply: FastifyReply) => {
  route.admit?.()
  const input = await read(request, reply, route.endpoint)
  input.client.mustWait()
  const result = await work(door, route, input, request.caller)
  reply.header('cache-control', 'no-store')
  if (result instanceof PlainReply) {
    if (result.type) reply.type(result.type)
    return reply.code(result.status).send(result.text)
  }
  reply.type('application/json; charset=utf-8')
  const isText = result instanceof JsonText
  if (door.checkReplies) route.endpoint.reply.parse(JSON.parse(isText ? result.text : JSON.stringify(result)))
  if (isText && result.gzipped && takesGzip(request))
    return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(result.gzipped)
  return reply.send(isText ? Buffer.from(result.text) : await jsonBytes(result))
}

const answerRaw = async (door: Door, route: Route, request: FastifyRequest, reply: FastifyReply) => {
  const { allow, check } = allowFor(route, request.caller?.actor)
  const raw = route.raw as (input: unknown) => ReturnType<NonNullable<Route['raw']>>
  const hijack = () => {
    if (!check.isDone) throw new Error(`${route.endpoint.path} replied without checking its right`)
    // The handler writes the reply itself, with the headers that the security hooks have set.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
    reply.hijack()
    return reply.raw
  }
  const sent = await raw({ ...(await read(request, reply, route.endpoint)), db: door.db, allow, hijack })
  if (!check.isDone) throw new Error(`${route.endpoint.path} replied without checking its right`)
  if (!sent) return reply
  return reply.code(sent.status).headers(sent.headers).send(sent.stream)
}

/** Audits the refusal of a signed-in caller in a separate transaction, because the request's own was rolled back. */
const auditRefusal = async (door: Door, route: Route, request: FastifyRequest, error: unknown) => {
  const actor = request.caller?.actor
  if (!actor || asProblem(error).code !== 'forbidden') return
  await recordRefusal(door.db, {
    actor,
    // API tokens lack most rights, so their refusals have one action instead of one for each right.
    action: actor.token ? 'token.refused' : route.endpoint.needs,
    detail: { method: request.method, path: route.endpoint.path, params: storableParams(request) },
    address: request.ip,
  })
}

/** Replaces U+0000, which jsonb cannot store. The parameters of a refused request may be unchecked. */
const storableParams = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.params as Record<string, string>).map(([name, value]) => [
      name,
      value.replaceAll('\0', '\ufffd'),
    ]),
  )

export const registerRoutes = (app: FastifyInstance, routes: readonly Route[], door: Door): void => {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('holder', undefined)
  for (const route of routes) {
    const { endpoint } = route
    const refusing =
      <A extends unknown[], R>(step: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        try {
          return await step(...args)
        } catch (error) {
          if (error instanceof Abandoned) return (args[1] as FastifyReply).hijack() as R
          await auditRefusal(door, route, args[0] as FastifyRequest, error)
          throw error
        }
      }
    inScopeOf(app, endpoint, (scope) =>
      scope.route({
        method: endpoint.method,
        url: BASE_PATH + endpoint.path,
        config: { isSignIn: door.signIns.has(endpoint) },
        ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
        onRequest: refusing(identify(door, endpoint)),
        handler: refusing((request: FastifyRequest, reply: FastifyReply) =>
          route.raw ? answerRaw(door, route, request, reply) : answer(door, route, request, reply),
        ),
      }),
    )
  }
}
