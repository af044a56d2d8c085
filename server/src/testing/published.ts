import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import { z } from 'zod'
import { type Content, openApiDocument } from '../platform/http/openapi.ts'

type Json = Record<string, unknown>

/** Forbids fields that the document does not describe: only later versions may add fields to replies. */
const closed = (json: Json): Json => {
  const text = JSON.stringify(json).replaceAll('#/components/schemas/', '#/$defs/')
  return JSON.parse(text, (_, value) =>
    value?.type === 'object' && value.properties && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  )
}

const isJson = (type: string): boolean => /^application\/(geo\+)?json\b/.test(type)

/** The published schema of a JSON reply; undefined for other types. */
const jsonOf = (content: Content): Json | undefined =>
  Object.entries(content).find(([type]) => isJson(type))?.[1].schema

type Published = { name: string; method: string; pattern: RegExp; parameters: number; schema: () => z.ZodType }

const publish = () => {
  const { paths, components } = openApiDocument('test')
  const $defs = closed(components.schemas)
  const registry = z.registry<Json>()
  const reader = (json: Json) => {
    let schema: z.ZodType | undefined
    return () => {
      schema ??= z.fromJSONSchema({ ...closed(json), $defs } as z.core.JSONSchema.JSONSchema, { registry })
      return schema
    }
  }
  const replies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: name, responses }]): Published[] => {
      const parameter = /\{\w+\}/g
      const json = jsonOf(responses[200].content)
      if (!json) return []
      const published = {
        name,
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replace(parameter, '[^/]+')}$`),
        parameters: path.match(parameter)?.length ?? 0,
        schema: reader(json),
      }
      return [published]
    }),
  )
  replies.sort((one, other) => one.parameters - other.parameters)
  return { replies, problem: reader({ $ref: '#/components/schemas/ProblemBody' }) }
}

let published: ReturnType<typeof publish> | undefined
/** Operations whose replies this process compared. */
const seen = new Set<string>()

/** Throws if a reply is not as the published document says. */
export const checkPublished = (method: string, path: string, answer: LightMyRequestResponse): void => {
  const { statusCode, headers } = answer
  if (!isJson(String(headers['content-type'])) || headers['content-encoding']) return
  published ??= publish()
  const [address = ''] = path.split('?')
  const reply = published.replies.find((one) => one.method === method && one.pattern.test(address))
  const schema = statusCode === 200 ? reply?.schema() : published.problem()
  const error = schema?.safeParse(answer.json()).error
  if (error) throw new Error(`${method} ${address} is not as published: ${z.prettifyError(error).slice(0, 1_000)}`)
  if (statusCode !== 200 || !reply || seen.has(reply.name)) return
  seen.add(reply.name)
  writeFileSync(join(inject('replies'), reply.name), '')
}

/** Only whole servers send these replies, in tests/start/restore.test.ts. */
const fromWholeServers = ['backupRestore', 'setupRestore', 'setupRestoreState']

/** Operations with JSON replies that no test process compared. `folder`: of the test run. */
export const neverCompared = (folder: string): string[] => {
  const compared = new Set([...readdirSync(folder), ...fromWholeServers])
  return publish()
    .replies.map(({ name }) => name)
    .filter((name) => !compared.has(name))
    .sort()
}
