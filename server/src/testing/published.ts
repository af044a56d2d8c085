import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { openApiDocument } from '../platform/http/openapi.ts'

type Json = Record<string, unknown>

/** The document lets later versions add fields to replies; this version must describe all that it sends. */
const closed = (json: Json): Json => {
  const text = JSON.stringify(json).replaceAll('#/components/schemas/', '#/$defs/')
  return JSON.parse(text, (_, value) =>
    value?.type === 'object' && value.properties && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  )
}

type Published = { method: string; pattern: RegExp; parameters: number; schema: () => z.ZodType }

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
    Object.entries(methods).map(([method, { responses }]): Published => {
      const [parameter, json] = [/\{\w+\}/g, responses[200].content['application/json']?.schema ?? {}]
      return {
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replace(parameter, '[^/]+')}$`),
        parameters: path.match(parameter)?.length ?? 0,
        schema: reader(json),
      }
    }),
  )
  replies.sort((one, other) => one.parameters - other.parameters)
  return { replies, problem: reader({ $ref: '#/components/schemas/ProblemBody' }) }
}

let published: ReturnType<typeof publish> | undefined

/** Throws if a reply is not as the published document says. */
export const checkPublished = (method: string, path: string, answer: LightMyRequestResponse): void => {
  const { statusCode, headers } = answer
  if (!String(headers['content-type']).startsWith('application/json') || headers['content-encoding']) return
  published ??= publish()
  const [address = ''] = path.split('?')
  const reply = published.replies.find((one) => one.method === method && one.pattern.test(address))
  const schema = statusCode === 200 ? reply?.schema() : published.problem()
  const error = schema?.safeParse(answer.json()).error
  if (error) throw new Error(`${method} ${address} is not as published: ${z.prettifyError(error).slice(0, 1_000)}`)
}
