import { expect, test } from 'vitest'
import { allEndpoints } from '#contract'
import { testServer } from '../../testing/server.ts'
import type { OpenApiDocument } from './openapi.ts'

const server = await testServer()

const document = async (): Promise<OpenApiDocument> =>
  (await server.app.inject({ url: '/api/cohesion/openapi.json' })).json()

test('the OpenAPI document describes every endpoint, without key or token', async () => {
  const { paths, openapi } = await document()
  expect(openapi).toBe('3.1.0')
  const shapeOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}')
  const byShape = new Map(Object.entries(paths).map(([path, methods]) => [shapeOf(path), methods]))
  for (const { endpoint } of allEndpoints) {
    const methods = byShape.get(shapeOf(endpoint.path))
    expect(methods?.[endpoint.method.toLowerCase()]?.summary, endpoint.path).toBe(endpoint.summary)
  }
})

test('no two paths differ only in the names of their parameters: one takes a number and an id', async () => {
  const { paths } = await document()
  const shapes = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
  const { patch, delete: remove } = paths['/aoi/{numberOrId}'] ?? {}
  for (const operation of [patch, remove])
    expect(operation?.parameters).toMatchObject([
      {
        name: 'numberOrId',
        schema: { anyOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Id' }] },
      },
    ])
})

test('parts of forms are described by the JSON in them, and required parts are marked', async () => {
  const { paths, components } = await document()
  const { encoding } = paths['/aoi']?.post?.requestBody?.content['multipart/form-data'] ?? {}
  expect(encoding).toMatchObject({
    publicAction: { contentType: 'application/json' },
    startCoordinates: { contentType: 'application/json' },
  })
  expect(encoding).not.toHaveProperty('name')
  expect(components.schemas.AoiDraft).toMatchObject({
    required: ['name', 'startCoordinates'],
    properties: {
      publicAction: { $ref: '#/components/schemas/DraftAnswers' },
      startCoordinates: { $ref: '#/components/schemas/Coordinates' },
      forSensors: { type: 'boolean' },
    },
  })
})

type Schema = { $ref?: string; type?: string | string[]; anyOf?: Schema[]; items?: Schema; properties?: object }

test('generated clients can send every part of a form: one form of each, without null', async () => {
  const { paths, components } = await document()
  const resolved = (schema: Schema): Schema =>
    schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema) : schema
  const contents = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ requestBody }) => requestBody?.content['multipart/form-data'] ?? []),
  )
  const parts = contents.flatMap(({ schema, encoding = {} }) =>
    Object.entries(resolved(schema).properties ?? {}).map(([name, part]) => {
      const { type, anyOf = [], items } = resolved(part as Schema)
      const forms = anyOf.map((form) => resolved(form).type)
      return { name, type, forms, item: items && resolved(items).type, isJson: name in encoding }
    }),
  )
  expect(parts.filter(({ forms }) => forms.some((type) => type !== 'string' && type !== 'null'))).toEqual([])
  expect(parts.filter(({ type, isJson }) => isJson && !['array', 'number', 'object'].includes(`${type}`))).toEqual([])
  expect(parts.filter(({ type, item }) => type === 'array' && !item)).toEqual([])
  expect(components.schemas.Coordinates).toEqual({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 3,
  })
  expect(components.schemas.ServiceChange?.properties).toMatchObject({
    homeArea: { description: 'The text null for none', $ref: '#/components/schemas/HomeArea' },
    publicActions: { items: { properties: { _id: {}, name: { type: 'string' } } } },
    regions: { items: { properties: { _id: {}, coordinates: { type: 'array' } } } },
  })
})

test('every operation has an id of its own and is tagged with its feature', async () => {
  const { paths, tags } = await document()
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toContain('aoiArchive')
  expect(new Set(ids).size).toBe(allEndpoints.length)
  expect(new Set(operations.map((operation) => operation.tags[0]))).toEqual(new Set(tags.map(({ name }) => name)))
  expect(tags.filter(({ description }) => !description)).toEqual([])
})

test('bodies and replies name their schemas, and every name is described', async () => {
  const all = await document()
  const { paths, components } = all
  expect(paths['/aoi/archive/{id}']?.patch?.responses[200].content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/Aoi' } },
  })
  const names = [...JSON.stringify(all).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(names))
  expect(Object.keys(components.schemas).filter((name) => !/^[A-Z]\w+$/.test(name))).toEqual([])
})

test('a schema that differs in requests has a second name', async () => {
  const { schemas } = (await document()).components
  expect(schemas.RuleEvent).not.toEqual(schemas.RuleEventInput)
  expect(schemas).not.toHaveProperty('LngLatInput')
})

test('path parameters, bodies and files are described', async () => {
  const { paths, components } = await document()
  expect(paths['/service/{id}']?.get?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  expect(components.schemas.NewService?.required).toEqual(['title', 'username', 'password', 'firstName'])
  const photo = paths['/user/profile-photo']?.post?.requestBody?.content['multipart/form-data']?.schema
  expect(photo?.properties).toEqual({ file: { type: 'string', format: 'binary' } })
  expect(photo?.required).toEqual(['file'])
})

test('the document and its page are small enough to open at once', async () => {
  const { body } = await server.app.inject({ url: '/api/cohesion/openapi.json' })
  expect(body.length).toBeLessThan(450_000)
  expect((await server.app.inject({ url: '/api/cohesion/docs' })).body.length).toBeLessThan(900_000)
})

test('the page shows every endpoint and schema and needs no script', async () => {
  const page = await server.app.inject({ url: '/api/cohesion/docs' })
  expect(page.headers['content-type']).toContain('text/html')
  const { paths, components } = await document()
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  for (const id of [...ids, ...Object.keys(components.schemas)]) expect(page.body).toContain(`id="${id}"`)
  expect(page.body).not.toContain('<script')
  const icon = /rel="icon" href="([^"]+)"/.exec(page.body)?.[1] ?? ''
  expect((await server.app.inject({ url: icon })).statusCode).toBe(200)
})
