import { describe, expect, test } from 'vitest'
import { answerField, type Region } from '#contract'
import { event, eventType, question } from './testing.ts'
import { changeBody, changesOf, createBody, emptyValues, problemsOf, type Values, valuesOf } from './values.ts'

const depth = question({ _id: 'depth', name: 'How deep?' })
const cars = question({ _id: 'cars', name: 'How many cars?', isRequired: false })
const flood = eventType({ fields: [depth, cars] })
const answered = (fields: Record<string, string>) =>
  event({
    properties: {
      publicAction: {
        _id: flood._id,
        name: flood.name,
        fields: Object.entries(fields).map(([_id, value]) => ({ _id, name: _id, value })),
      },
    },
  })
const context = { type: flood, address: undefined }

describe('a new event', () => {
  const values: Values = {
    ...emptyValues,
    name: ' Water on the pier ',
    publicAction: { id: flood._id, fields: { depth: '30', cars: ' ', other: 'of another type' } },
    place: { at: [-122.4, 37.8] },
  }
  const isNew = { changes: {}, isNew: true, type: flood, hasImage: false }

  test('needs a name, a type and a place', () => {
    expect(problemsOf(emptyValues, { ...isNew, type: undefined })).toEqual({
      name: 'form.required',
      publicAction: 'form.required',
      startCoordinates: 'form.required',
    })
  })

  test('needs the required answers and photo of its type', () => {
    const type = eventType({ fields: [depth, cars], isPhotoRequired: true })
    const unanswered = { ...values, publicAction: { id: flood._id, fields: {} } }
    expect(problemsOf(unanswered, { ...isNew, type })).toEqual({
      [answerField('depth')]: 'form.required',
      file: 'form.required',
    })
    expect(problemsOf(values, { ...isNew, type, hasImage: true })).toEqual({})
  })

  test('is sent with its place at altitude 1 and only the answers of its type', () => {
    const submission = { nonce: '1700000000000', creationTime: 1700000000000 }
    expect(createBody(values, { ...context, serviceId: 'service', submission })).toEqual({
      name: 'Water on the pier',
      description: '',
      startCoordinates: '[-122.4,37.8,1]',
      type: 'default',
      forSensors: 'false',
      publicAction: JSON.stringify({ publicActionId: flood._id, fields: [{ _id: 'depth', value: '30' }] }),
      serviceId: 'service',
      ...submission,
    })
  })

  test('is sent with the address, the region and the plans that were chosen', () => {
    const placed = [{ mapId: 'plan', position: [0.25, 0.5] as [number, number] }]
    const body = createBody(
      { ...values, region: 'north', localMaps: placed },
      { ...context, address: 'Pier 3', serviceId: 'service', submission: { nonce: '1', creationTime: 1 } },
    )
    expect(body).toMatchObject({ address: 'Pier 3', region: 'north', localMaps: JSON.stringify(placed) })
  })
})

describe('an edit', () => {
  const initial = valuesOf(answered({ depth: '30', cars: '2' }), [])

  test('sends no untouched fields', () => {
    expect(changeBody(initial, { ...initial }, initial, context)).toEqual({})
    expect(changeBody(initial, { ...initial, name: 'Gate 3' }, initial, context)).toEqual({ name: 'Gate 3' })
  })

  test('that was undone by hand is not a change', () => {
    const undone: Values = {
      ...initial,
      name: `${initial.name} `,
      publicAction: { ...initial.publicAction, fields: { ...initial.publicAction.fields, later: '' } },
    }
    expect(changesOf(initial, undone)).toEqual({})
  })

  test('of one answer keeps what someone else answered meanwhile', () => {
    const now = { ...initial, publicAction: { id: flood._id, fields: { depth: '45', cars: '2' } } }
    const latest = valuesOf(answered({ depth: '30', cars: '5' }), [])
    expect(JSON.parse(changeBody(initial, now, latest, context).publicAction ?? '')).toEqual({
      publicActionId: flood._id,
      fields: [
        { _id: 'depth', value: '45' },
        { _id: 'cars', value: '5' },
      ],
    })
  })

  test('of the place sends its new address', () => {
    const moved: Values = { ...initial, place: { at: [34.8, 32.1] } }
    expect(changeBody(initial, moved, initial, { ...context, address: 'Jaffa' })).toEqual({
      startCoordinates: '[34.8,32.1,1]',
      address: 'Jaffa',
    })
    expect(changeBody(initial, moved, initial, context)).toEqual({ startCoordinates: '[34.8,32.1,1]' })
  })

  test('can return a chosen region to the default', () => {
    const chosen = { ...initial, region: 'north' }
    expect(changeBody(chosen, initial, chosen, context)).toEqual({ region: 'null' })
  })

  test('removes the image only on request, and not if the type requires one', () => {
    const bare = { ...initial, removeImage: true }
    expect(changeBody(initial, bare, initial, context)).toEqual({ removeImage: 'true' })
    const insisting = { ...flood, isPhotoRequired: true }
    const check = { changes: { removeImage: true }, isNew: false, type: insisting, hasImage: false }
    expect(problemsOf(bare, check)).toEqual({ file: 'form.required' })
  })

  test('of an old event is not blocked by a question added later', () => {
    const old = valuesOf(answered({}), [])
    const check = { changes: { name: 'Gate 3' }, isNew: false, type: flood, hasImage: false }
    expect(problemsOf({ ...old, name: 'Gate 3' }, check)).toEqual({})
  })
})

test('a region where the event lies counts as found by its place', () => {
  const ring: [number, number][] = [
    [-123, 37],
    [-122, 37],
    [-122, 38],
    [-123, 38],
    [-123, 37],
  ]
  const bay = { _id: 'bay', geometry: { type: 'Polygon', coordinates: [ring] } } as Region
  expect(valuesOf(event({ region: 'bay' }), [bay]).region).toBe('')
  expect(valuesOf(event({ region: 'hills' }), [bay]).region).toBe('hills')
})
