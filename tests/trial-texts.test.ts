import { expect, test } from 'vitest'
import type { Api } from '../trials/world/api.ts'
import type { Operation, Schema } from '../trials/world/openapi.ts'
import { noteTexts } from '../trials/world/text-fields.ts'

const text: Schema = { type: 'string' }
const operation = (method: string, path: string, properties: Record<string, Schema>): Operation => ({
  method,
  path,
  parameters: [],
  content: { 'application/json': { schema: { type: 'object', properties } } },
  right: '',
  isStream: false,
})
const answer = { status: 200, headers: new Headers(), text: '{}', json: () => ({}) }
const plainApi = { send: async () => answer } as unknown as Api

test('reports text fields that never got a payload, also in lists and records', async () => {
  const { api, missing } = noteTexts(plainApi, 'RAN')
  const translations = {
    type: 'object',
    additionalProperties: { type: 'object', properties: { name: text } },
  } as Schema
  const regions: Schema = { type: 'array', items: { type: 'object', properties: { name: text, note: text } } }
  const operations = [operation('POST', '/regions', { name: text, label: text, translations, regions })]
  await api.send('POST', '/regions', {
    body: { name: 'RAN', label: 'harmless', translations: { he: { name: '<b>RAN</b>' } }, regions: [{ name: 'RAN' }] },
  })
  expect(missing(operations)).toEqual(['POST /regions label', 'POST /regions regions.[].note'])
})

test('a create call covers changes, and other calls and formats do not', async () => {
  const { api, missing } = noteTexts(plainApi, 'RAN')
  const kind: Schema = { type: 'string', enum: ['a', 'b'] }
  const id: Schema = { type: 'string', format: 'uuid' }
  const operations = [
    operation('POST', '/rotas', { name: text, kind, id, count: { type: 'number' } }),
    operation('PATCH', '/rotas/{id}', { name: text, reason: text }),
    operation('POST', '/plans', { name: text }),
  ]
  await api.send('POST', '/rotas', { body: { name: 'RAN' } })
  expect(missing(operations)).toEqual(['PATCH /rotas/{id} reason', 'POST /plans name'])
})

test('parts of a form are fields too', async () => {
  const { api, missing } = noteTexts(plainApi, 'RAN')
  const body = new FormData()
  body.set('text', 'RAN')
  await api.send('POST', '/aoi/7/add-photo?x=1', { body })
  expect(missing([operation('POST', '/aoi/{number}/add-photo', { text })])).toEqual([])
})
