import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type {
  Action,
  Actor,
  ActorAction,
  BodyOf,
  Endpoint,
  FileName,
  LiveMessage,
  Need,
  ParamsOf,
  QueryOf,
  ReplyOf,
  SubjectOf,
} from '#contract'
import type { Db } from '../db/database.ts'
import type { Audit } from './audit.ts'
import type { AnyResponse } from './protocols.ts'

export type Client = {
  address: string
  userAgent: string
  cookies: Readonly<Record<string, string | undefined>>
  lastEventId: string | undefined
  ifNoneMatch: string | undefined
  range: string | undefined
  prefer: string | undefined
  /** Origin of the address at which the client reached the server; undefined if unknown. */
  reachedAt: string | undefined
  /** Throws if the caller has disconnected. Call after waiting in a queue. */
  mustWait: () => void
}

export type Caller = { actor: Actor; sessionId: string; needsNewPassword?: boolean; needsSecondFactor?: boolean }

export type UploadedFile = { bytes: Buffer; name: string }

/** A reply that is already JSON text, built by PostgreSQL or shared by several requests, and is sent unchanged. */
export class JsonText {
  readonly text: string
  /**
   * The compressed text, if many requests share it: compressing three megabytes costs more than reading them from the
   * database.
   */
  readonly gzipped: Buffer | undefined
  constructor(text: string, gzipped?: Buffer) {
    this.text = text
    this.gzipped = gzipped
  }
}

/** A reply with another status or type than 200 and JSON. */
export class PlainReply {
  readonly status: number
  readonly type: string | undefined
  readonly text: string
  constructor(status: number, { type, text = '' }: { type?: string; text?: string } = {}) {
    this.status = status
    this.type = type
    this.text = text
  }
}

/** A body as it was received, for an endpoint that verifies its signature. */
export type SignedBody = { bytes: Buffer; headers: IncomingHttpHeaders }

/** A caller with the ingest key of a service instead of an account. */
export type KeyHolder = { serviceId: string; keyId: string }

type WhoOf<E extends Endpoint> = E['needs'] extends Action
  ? { actor: Actor; sessionId: string }
  : E['needs'] extends 'ingestKey'
    ? { actor: undefined; sessionId: undefined; holder: KeyHolder }
    : { actor: Actor | undefined; sessionId: string | undefined }

export type RequestInput<E extends Endpoint> = WhoOf<E> & {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  signed: E['signedBody'] extends object ? SignedBody : undefined
  files: Partial<Record<FileName<E>, UploadedFile>>
  client: Client
  setHeader: (name: string, value: string) => void
}

export type AllowSubject<S> = <T extends S>(subject: T) => T

/**
 * Checks that the caller has the right that the endpoint needs. Takes the subject that access.ts requires for the right,
 * or no argument if the actor alone decides. Throws 404 for a subject that the caller cannot see, 403 without the right.
 */
export type Allow<N extends Need> = N extends Exclude<Action, ActorAction> ? AllowSubject<SubjectOf<N>> : () => void

/**
 * Publishes a live message in the transaction of the request, to the message's service and the members in `memberIds`.
 */
export type Announce = (message: LiveMessage, more?: { memberIds?: string[]; everyone?: true }) => Promise<void>

export type AuditLine = (entry: Omit<Audit, 'actor' | 'outcome' | 'address'>) => Promise<void>

type HandlerContext<E extends Endpoint> = RequestInput<E> & {
  /** The transaction. For GET the pool of the primary or of a replica, since most reads are one statement. */
  db: Db
  allow: Allow<E['needs']>
  announce: Announce
  audit: AuditLine
  afterCommit: (work: () => unknown) => void
}

type Handle<E extends Endpoint, P> = (
  work: HandlerContext<E> & { prepared: P },
) => Promise<ReplyOf<E> | JsonText | PlainReply>

/**
 * Runs before the transaction opens, for slow work (hashing, images, calls to other hosts) and writes that must outlive a
 * refusal. The right of the caller's type has already been checked.
 */
type Prepare<E extends Endpoint, P> = (input: RequestInput<E> & { db: Db }) => Promise<P>

/** Throws before the body is read if the handler would refuse the request anyway. */
type Admit = () => void

type RawReply = { status: number; headers: Record<string, string | number>; stream?: Readable }
/** `hijack`: the handler writes to the socket itself, without a time limit. */
export type RawHandle<E extends Endpoint> = (
  input: RequestInput<E> & { db: Db; allow: Allow<E['needs']>; hijack: () => AnyResponse },
) => Promise<RawReply | undefined>

export type Route = {
  endpoint: Endpoint
  /** Id of the object that is written to, if the path does not contain it. Writers of one object queue (work.ts). */
  thing?: (input: never) => string
  admit?: Admit
  prepare?: (input: never) => Promise<unknown>
  handle?: (work: never) => Promise<unknown>
  raw?: (input: never) => Promise<RawReply | undefined>
}

export const serve = <const E extends Endpoint, P = undefined>(
  endpoint: E,
  handler:
    | Handle<E, P>
    | { thing?: (input: RequestInput<E>) => string; admit?: Admit; prepare: Prepare<E, P>; handle: Handle<E, P> },
): Route => (typeof handler === 'function' ? { endpoint, handle: handler } : { endpoint, ...handler })

export const serveRaw = <const E extends Endpoint>(endpoint: E, raw: RawHandle<E>): Route => ({ endpoint, raw })

/** Omits `serviceId`, which decides who may see a row and is not part of replies. */
export const withoutService = <T extends { serviceId: string }>({ serviceId: _, ...thing }: T): Omit<T, 'serviceId'> =>
  thing
