import type { z } from 'zod'
import type { Action } from '../access/action.ts'

/**
 * Credentials of a caller. `open`: API key only. `link`: an unguessable address. `ingestKey`: an ingest key of a
 * service, or an API token with `reading.send`.
 */
export type Need = Action | 'open' | 'link' | 'ingestKey'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  needs: Need
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** In place of `body`: the sender signs it, so the handler gets its bytes. The schema only describes it. */
  signedBody?: z.ZodType
  /** Names of the file parts. An endpoint with files takes multipart/form-data; its `body` describes the text parts. */
  files?: readonly string[]
  /** A form without its file is refused. */
  needsFile?: true
  /** Set only if larger than the server's default. */
  maxBodyBytes?: number
  maxFileBytes?: number
  /** Cost of a call at its caller's limit, by default 1. 0: counted for the network only. */
  cost?: number
  reply: z.ZodType
  /** Served while the member must choose a new password. */
  beforeNewPassword?: true
  /** Served while the member must set up a second factor. */
  beforeSecondFactor?: true
  /** A GET that also writes, such as marking as read, so replicas cannot answer it. */
  writes?: true
  /** Rejects API tokens that have the right: a member's own reads, shares and role, or what no limit of a token covers. */
  membersOnly?: true
  /** Takes an API token as the password of HTTP Basic too: map programs offer a name and a password. */
  takesBasic?: true
  /** The reply is not JSON: a stream or a file that the route writes itself. */
  raw?: string
}

export const BASE_PATH = '/api/cohesion'
export const API_KEY_HEADER = 'x-api-key'
/** The start of every API token, so that a leaked one is recognised. */
export const TOKEN_PREFIX = 'cohesion_'
/**
 * On replies to members: the reply contains every change up to this live position, so a stream resumed there misses
 * nothing.
 */
export const LIVE_POSITION_HEADER = 'x-live-position'

type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type In<T> = T extends z.ZodType ? z.input<T> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
export type FileName<E extends Endpoint> = E['files'] extends readonly (infer Name extends string)[] ? Name : never

type InputPart<Key extends string, T> = T extends undefined ? unknown : { [K in Key]: T }

/** Input for `call`: only the parts of the endpoint. `FilePart` is the caller's file type (a Blob). */
export type CallInput<E extends Endpoint, FilePart = unknown> = InputPart<'params', In<E['params']>> &
  InputPart<'query', In<E['query']>> &
  InputPart<'body', In<E['body']>> &
  (E['files'] extends readonly string[] ? { files: Partial<Record<E['files'][number], FilePart>> } : unknown)

/** `/aoi/:id` with `{ id: '7' }` → `/api/cohesion/aoi/7`. */
export const addressOf = (endpoint: Pick<Endpoint, 'path'>, params: Record<string, unknown> = {}): string =>
  BASE_PATH + endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
