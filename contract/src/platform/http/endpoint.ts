import type { z } from 'zod'
import type { Action } from '../access/action.ts'

/**
 * A caller needs a right or one of these. `open`: only the API key. `link`: an unguessable address. `ingestKey`: an
 * ingest key of a service, or an API token with `reading.send`.
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
  /**
   * Replaces `body` for requests that the sender signs: the handler gets the raw bytes. The schema only documents them.
   */
  signedBody?: z.ZodType
  /** Names of the file parts. An endpoint with files takes multipart/form-data; its `body` describes the text parts. */
  files?: readonly string[]
  /** Rejects a form without its file. */
  needsFile?: true
  /** Limit of the body, if larger than the server's default. */
  maxBodyBytes?: number
  maxFileBytes?: number
  /**
   * Cost of a call against its caller's rate limit; default 1. With 0, only the limit of the network address applies.
   */
  cost?: number
  reply: z.ZodType
  /** Allowed while the member must choose a new password. */
  beforeNewPassword?: true
  /** Allowed while the member must set up a second factor. */
  beforeSecondFactor?: true
  /** A GET that also writes, such as marking as read, so a replica cannot serve it. */
  writes?: true
  /**
   * Rejects API tokens even with the right: for a member's own reads, shares and role, and for data that a token's limits do not cover.
   */
  membersOnly?: true
  /**
   * Also accepts an API token as the password of HTTP Basic, because GIS programs ask for a user name and a password.
   */
  takesBasic?: true
  /** Media type of a reply that is not JSON: a stream or a file that the route writes itself. */
  raw?: string
}

export const BASE_PATH = '/api/cohesion'
export const API_KEY_HEADER = 'x-api-key'
/** Prefix of every API token, by which scanners recognise leaked tokens. */
export const TOKEN_PREFIX = 'cohesion_'
/**
 * Header of replies to members: the live position up to which the reply contains all changes. A stream that starts
 * there misses nothing.
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

/** Input of `call`: the parts that the endpoint has. `FilePart` is the caller's type of files (a Blob). */
export type CallInput<E extends Endpoint, FilePart = unknown> = InputPart<'params', In<E['params']>> &
  InputPart<'query', In<E['query']>> &
  InputPart<'body', In<E['body']>> &
  (E['files'] extends readonly string[] ? { files: Partial<Record<E['files'][number], FilePart>> } : unknown)

/** Address of an endpoint: `/aoi/:id` with `{ id: '7' }` → `/api/cohesion/aoi/7`. */
export const addressOf = (endpoint: Pick<Endpoint, 'path'>, params: Record<string, unknown> = {}): string =>
  BASE_PATH + endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
