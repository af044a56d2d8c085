import { expect, test } from 'vitest'
import { INGEST_KEY_HEADER } from '#contract'
import { addCommunity } from '../../testing/activities.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import type { OpenApiDocument } from './openapi.ts'
import { exampleIds } from './openapi-examples.ts'

const server = await testServer()
const service = await addService(server.db, 'Harbour')
const technician = await addMember(server.db, service, service.roleId, { type: 'Technician' })
const type = await addEventType(server.db, service, { name: 'Flooding', questions: ['How deep?'] })

const { paths }: OpenApiDocument = (await server.app.inject({ url: '/api/cohesion/openapi.json' })).json()

const withRealIds = <T>(example: T): T =>
  JSON.parse(
    JSON.stringify(example)
      .replaceAll(exampleIds.eventType, type.id)
      .replaceAll(exampleIds.question, type.questions[0] as string)
      .replaceAll(exampleIds.member, technician.id),
  )

/** A form as generated clients send it: a part with an `encoding` in the document is a file of that type. */
const formOf = async (parts: Record<string, unknown>, encoding: Record<string, { contentType: string }>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    const type = encoding[name]?.contentType
    form.set(name, type ? new Blob([JSON.stringify(value)], { type }) : String(value))
  }
  const { body, headers } = new Request('http://localhost', { method: 'POST', body: form })
  return {
    payload: Buffer.from(await new Response(body).arrayBuffer()),
    headers: { 'content-type': headers.get('content-type') ?? '' },
  }
}

type Content = NonNullable<OpenApiDocument['paths'][string][string]['requestBody']>['content']

const bodyOf = async (content: Content) => {
  const [type = '', { example, encoding = {} } = {}] = Object.entries(content)[0] ?? []
  const body = withRealIds(example) as Record<string, unknown>
  return type === 'multipart/form-data'
    ? formOf(body, encoding as Record<string, { contentType: string }>)
    : { payload: body, headers: {} }
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
    const content = requestBody?.content ?? {}
    return Object.values(content).some(({ example }) => example) ? [{ path, method, operationId, content }] : []
  }),
)

test('an event is created from the document alone', async () => {
  const content = paths['/aoi']?.post?.requestBody?.content ?? {}
  const answer = await server.as(technician).send('POST', '/aoi', await bodyOf(content))
  expect(answer.json()).toMatchObject({ properties: { name: 'Water on the road', publicAction: { _id: type.id } } })
})

test('JSON parts of a form may be plain text, or fields and files of type JSON', async () => {
  const { example } = paths['/aoi']?.post?.requestBody?.content['multipart/form-data'] ?? {}
  const fields = withRealIds(example) as Record<string, unknown>
  const part = (name: string, value: unknown, head: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${head}\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`
  const send = (nonce: string, head: string) => {
    const parts = Object.entries({ ...fields, nonce }).map(([name, value]) =>
      part(name, value, typeof value === 'string' ? '' : head),
    )
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    return server.as(technician).send('POST', '/aoi', { payload: `${parts.join('')}--b--\r\n`, headers })
  }
  for (const [nonce, head] of [
    ['1763546400001', ''],
    ['1763546400002', '\r\ncontent-type: application/json'],
    ['1763546400003', '; filename="blob"\r\ncontent-type: application/json'],
  ] as const) {
    const answer = await send(nonce, head)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().geometry).toEqual([{ coordinates: [-122.4194, 37.7749, 1] }])
  }
})

test('lists in forms may be one part for each item, as generated clients send them', async () => {
  const community = await addCommunity(server.db, service, { groups: ['Rowers'] })
  const [group] = community.groups
  const ring = [
    [-122.42, 37.77],
    [-122.4, 37.77],
    [-122.4, 37.79],
    [-122.42, 37.77],
  ]
  const send = async (parts: Record<string, string[]>, path = '/aoi', method: 'POST' | 'PATCH' = 'POST') => {
    const form = new FormData()
    for (const [name, values] of Object.entries(parts)) for (const value of values) form.append(name, value)
    const { body, headers } = new Request('http://localhost', { method: 'POST', body: form })
    const answer = await server.as(technician).send(method, path, {
      payload: Buffer.from(await new Response(body).arrayBuffer()),
      headers: { 'content-type': headers.get('content-type') ?? '' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const point = { name: ['Rowing'], startCoordinates: ['-122.4194', '37.7749'] }
  const activity = await send({
    ...point,
    communityId: [community.id],
    groups: [`${group}`],
    startTime: ['1900000000000'],
  })
  expect(activity.geometry).toEqual([{ coordinates: [-122.4194, 37.7749, 1] }])
  expect(activity.properties.groups).toEqual([group])
  const area = await send({ ...point, forSensors: ['true'], coordinates: [JSON.stringify(ring)] })
  expect(area.properties.area.coordinates).toEqual([ring])
  const region = { name: 'Pier', coordinates: [ring] }
  const changed = await send(
    {
      homeArea: ['-122.5', '37.7', '-122.3', '37.8'],
      publicActions: [JSON.stringify({ _id: type.id, name: 'High water', guide: 'Stay away' })],
      regions: [JSON.stringify(region)],
    },
    `/service/${service.id}`,
    'PATCH',
  )
  expect(changed.homeArea).toEqual([-122.5, 37.7, -122.3, 37.8])
  expect(changed.publicActions).toMatchObject([{ name: 'High water' }])
  expect(changed.regions).toMatchObject([{ name: 'Pier' }])
  expect(await send({ homeArea: ['null'] }, `/service/${service.id}`, 'PATCH')).toMatchObject({ homeArea: null })
})

test.each(operations)('the example of $operationId is accepted', async ({ path, method, content, operationId }) => {
  const created = await server
    .as(technician)
    .send('POST', '/aoi', await bodyOf(paths['/aoi']?.post?.requestBody?.content ?? {}))
  const { _id, number } = created.json()
  const { link } = (await server.as(technician).post('/user/invite-public-user')).json()
  const { key } = (await server.as(technician).post('/sensors/ingest-keys', { name: operationId })).json()
  const values: Record<string, string> = {
    number,
    numberOrId: number,
    id: _id,
    link: new URL(link).searchParams.get('token') ?? '',
  }
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const body = await bodyOf(content)
  const answer = await server
    .as(technician)
    .send(method.toUpperCase() as 'POST', address, { ...body, headers: { ...body.headers, [INGEST_KEY_HEADER]: key } })
  expect(answer.statusCode, answer.body).toBe(200)
})
