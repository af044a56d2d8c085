import { describe, expect, test } from 'vitest'
import { INGEST_KEY_HEADER, type Sensor } from '#contract'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService, PASSWORD } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const valley = await addService(server.db, 'Valley')
const technician = await addMember(server.db, bay, bay.roleId, { type: 'Technician' })
const operator = await addMember(server.db, bay, bay.roleId)
const stranger = await addMember(server.db, valley, valley.roleId, { type: 'Technician' })

const keyOf = async (member: typeof technician) =>
  (await server.as(member).post('/sensors/ingest-keys', { name: 'Gateway' })).json() as { _id: string; key: string }
const { key } = await keyOf(technician)

let serials = 0
const serial = () => `sn-${++serials}`
const report = (payload: object, withKey = key) =>
  server.app.inject({
    method: 'POST',
    url: '/api/cohesion/sensors/ingest',
    headers: { [INGEST_KEY_HEADER]: withKey },
    payload,
  })
const sensorOf = async (name: string): Promise<Sensor> => {
  const list = (await server.as(technician).get('/sensors')).json() as Sensor[]
  const one = list.find(({ telemetry }) => telemetry.serial === name)
  if (!one) throw new Error(`no sensor ${name}`)
  return (await server.as(technician).get(`/sensors/${one._id}`)).json()
}
const messages = async (type: string) => {
  const rows = await server.db.selectFrom('outbox').select('body').orderBy('id').execute()
  return rows.map(({ body }) => body as Record<string, unknown>).filter((body) => body.type === type)
}

describe('readings', () => {
  test('an unknown serial creates a sensor with that name and the reported values', async () => {
    const name = serial()
    const answer = await report({
      serial: name,
      state: 'ready',
      parameters: [{ parameter: 'temperature', value: 21.46 }],
      location: { longitude: 34.8, latitude: 32.1 },
    })
    expect(answer.json()).toEqual({ accepted: 1, repeated: 0, rejected: [] })
    expect(await sensorOf(name)).toMatchObject({
      name,
      state: 'READY',
      location: { longitude: 34.8, latitude: 32.1 },
      telemetry: { serial: name, parameters: [{ parameter: 'temperature', value: 21.46 }] },
    })
    expect(await messages('SENSOR_CREATED')).toContainEqual({ type: 'SENSOR_CREATED', serviceId: bay.id })
  })

  test('a repeated reading is recognised by id or time and changes nothing', async () => {
    const name = serial()
    const time = Date.now() - 5000
    await report({ serial: name, id: 'a', state: 'ALARM' })
    await report({ serial: name, id: 'b', state: 'READY' })
    expect((await report({ serial: name, id: 'a', state: 'ALARM' })).json()).toMatchObject({ accepted: 0, repeated: 1 })
    expect((await sensorOf(name)).state).toBe('READY')
    await report({ serial: name, time, parameters: { level: 1 } })
    expect((await report({ serial: name, time, parameters: { level: 1 } })).json()).toMatchObject({ repeated: 1 })
    expect(
      (
        await report([
          { serial: name, id: 'c' },
          { serial: name, id: 'c' },
        ])
      ).json(),
    ).toMatchObject({
      accepted: 1,
      repeated: 1,
    })
  })

  test('invalid readings of a batch are reported one by one, and the valid ones are stored', async () => {
    const one = serial()
    const two = serial()
    const answer = await report({
      readings: [
        { serial: one, parameters: { level: 3 } },
        { serial: '', state: 'READY' },
        { serial: two, location: { longitude: 500, latitude: 0 } },
        'nonsense',
        { serial: two, parameters: { level: 4 } },
        { serial: two, media: [{ url: 'file:///etc/passwd' }] },
      ],
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      accepted: 2,
      repeated: 0,
      rejected: [
        { index: 1, serial: '', fields: { serial: 'form.required' } },
        { index: 2, serial: two, fields: { location: expect.any(String) } },
        { index: 3, serial: null, fields: { reading: 'form.invalid' } },
        { index: 5, serial: two, fields: { 'media.0.url': 'form.url' } },
      ],
    })
  })

  test('a single invalid reading is refused with its field', async () => {
    const answer = await report({ serial: serial(), time: 'yesterday' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ time: 'form.invalid' })
    expect((await report(Array.from({ length: 1001 }, () => ({ serial: 'x' })))).json().fields).toEqual({
      readings: 'form.tooLong',
    })
    expect((await report([])).statusCode).toBe(400)
  })

  test('many concurrent single readings are all stored', async () => {
    const name = serial()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => report({ serial: name, id: `n${index}`, parameters: { index } })),
    )
    expect(answers.every((answer) => answer.json().accepted === 1)).toBe(true)
    const rows = await server.db
      .selectFrom('sensorReading')
      .select('readingKey')
      .where('sensorId', '=', (await sensorOf(name))._id)
      .execute()
    expect(rows).toHaveLength(100)
  })
})

describe('keys', () => {
  test('a key is shown once, stored as a hash, limited to one service, and invalid when revoked', async () => {
    const made = await keyOf(stranger)
    const name = serial()
    await report({ serial: name }, made.key)
    expect((await server.as(technician).get('/sensors')).body).not.toContain(`"${name}"`)
    expect((await server.as(stranger).get('/sensors')).body).toContain(`"${name}"`)
    const stored = await server.db.selectFrom('ingestKey').selectAll().where('id', '=', made._id).execute()
    expect(JSON.stringify(stored)).not.toContain(made.key)
    expect((await server.as(stranger).get('/sensors/ingest-keys')).json()).toMatchObject([{ _id: made._id }])
    expect((await server.as(technician).delete(`/sensors/ingest-keys/${made._id}`)).statusCode).toBe(404)
    expect((await server.as(stranger).delete(`/sensors/ingest-keys/${made._id}`)).statusCode).toBe(200)
    expect((await report({ serial: name }, made.key)).statusCode).toBe(401)
  })

  test('a session cannot send readings', async () => {
    expect((await server.as(operator).post('/sensors/ingest', { serial: serial() })).statusCode).toBe(401)
  })
})

describe('states', () => {
  test('an alarm is published, acknowledged without changing its state, and ended with a reason', async () => {
    const name = serial()
    await report({ serial: name, state: 'ALARM' })
    const { _id } = await sensorOf(name)
    expect(await messages('SENSOR_UPDATED')).toContainEqual(
      expect.objectContaining({ sensorId: _id, changed: 1, changes: [{ sensorId: _id, name, state: 'ALARM' }] }),
    )
    const acknowledged = (await server.as(operator).post(`/sensors/${_id}/acknowledge`)).json() as Sensor
    expect(acknowledged).toMatchObject({ state: 'ALARM', isAcknowledged: true, logsCount: 2 })
    expect(acknowledged.acknowledgement?.name).toBe(operator.username)
    const again = (await server.as(technician).post(`/sensors/${_id}/acknowledge`)).json() as Sensor
    expect(again.acknowledgement).toEqual(acknowledged.acknowledgement)
    await report({ serial: name, state: 'ALARM' })
    expect(await sensorOf(name)).toMatchObject({ state: 'ALARM', isAcknowledged: true })

    expect((await server.as(operator).post(`/sensors/${_id}/end-alarm`, { reason: ' ' })).statusCode).toBe(400)
    const ended = (await server.as(operator).post(`/sensors/${_id}/end-alarm`, { reason: 'A cat' })).json() as Sensor
    expect(ended).toMatchObject({ state: 'READY', acknowledgement: null })
    expect(
      ended.logs.map(({ state, previousState, username, text }) => [previousState, state, username, text]),
    ).toEqual([
      ['ALARM', 'READY', operator.username, 'A cat'],
      ['ALARM', 'ALARM', operator.username, ''],
      ['READY', 'ALARM', '', ''],
    ])
    const lines = await server.db.selectFrom('audit').select('action').where('targetId', '=', _id).execute()
    expect(lines.map(({ action }) => action).sort()).toEqual(['alarm.end', 'sensor.acknowledge', 'sensor.acknowledge'])
    await report({ serial: name, state: 'ALARM' })
    expect((await sensorOf(name)).state).toBe('READY')
  })

  test('an unknown state is shown as reported', async () => {
    const name = serial()
    await report({ serial: name, state: 'Low battery' })
    expect((await sensorOf(name)).state).toBe('LOW BATTERY')
  })
})

describe('areas', () => {
  const areaForm = (more: Record<string, unknown>) =>
    reportForm(
      { id: '', questions: [] },
      { name: 'Harbour', forSensors: 'true', publicAction: undefined, startCoordinates: [10, 50, 1], ...more },
    )
  const create = async (more: Record<string, unknown>, member = technician) =>
    server.as(member).send('POST', '/aoi', areaForm(more))
  test('an API token that reads sensors does not read the areas around them', async () => {
    const name = serial()
    await report({ serial: name, location: [20, 20] })
    await create({ radiusMetres: 500, startCoordinates: [20, 20, 1] })
    const { _id, aois } = await sensorOf(name)
    expect(aois).toMatchObject([{ properties: { name: 'Harbour' } }])
    const { token } = (
      await server.as(technician).post('/tokens', { name: 'Setup', scopes: ['configuration'], password: PASSWORD })
    ).json()
    expect((await server.as({ token }).get(`/sensors/${_id}`)).json()).toMatchObject({ name, aois: [] })
  })

  const opened = async (nonce: string) => (await server.as(technician).get(`/aoi/nonce-pro/${nonce}`)).json()

  test('the status of an area is that of its worst sensor, and changes are published', async () => {
    const inside = serial()
    const chosen = serial()
    const outside = serial()
    await report([
      { serial: inside, location: [10.001, 50.001] },
      { serial: chosen, location: [0, 0] },
      { serial: outside, location: [11, 50] },
    ])
    const { _id: chosenId } = await sensorOf(chosen)
    const made = (await create({ radiusMetres: 500, sensors: [chosenId] })).json()
    const { nonce } = made.properties
    expect(made.properties).toMatchObject({
      status: 'OK',
      forSensors: true,
      area: { radiusMetres: 500, coordinates: null, takesSensorsInside: true },
      sensors: [
        { name: inside, isChosen: false },
        { name: chosen, isChosen: true },
      ],
    })
    await report([{ serial: inside, state: 'TAMPER' }])
    expect((await opened(nonce)).properties.status).toBe('ERROR')
    await report([{ serial: chosen, state: 'ALARM' }])
    const alerted = await opened(nonce)
    expect(alerted.properties.status).toBe('ALERT')
    expect(alerted.properties.logs[0].change).toEqual({
      what: 'status',
      fields: [{ field: 'status', from: 'ERROR', to: 'ALERT' }],
    })
    expect(await messages('AOI_UPDATED')).toContainEqual(
      expect.objectContaining({ statuses: [{ aoiId: made._id, name: 'Harbour', status: 'ALERT' }] }),
    )
    await server.as(technician).delete(`/sensors/${chosenId}`)
    expect((await opened(nonce)).properties.status).toBe('ERROR')
  })

  test('a sensor joins and leaves an area as it moves, and a polygon replaces a circle', async () => {
    const name = serial()
    await report({ serial: name, location: [20, 20] })
    const ring = [
      [29, 29],
      [31, 29],
      [31, 31],
      [29, 31],
      [29, 29],
    ]
    const made = (await create({ name: 'Field', startCoordinates: [30, 30, 1], radiusMetres: 1000 })).json()
    const change = await server
      .as(technician)
      .send('PATCH', `/aoi/${made.number}`, formOf({ coordinates: JSON.stringify([ring]) }))
    expect(change.json().properties.area).toMatchObject({ radiusMetres: null, coordinates: [ring] })
    const names = async () => (await opened(made.properties.nonce)).properties.sensors.map((one: Sensor) => one.name)
    expect(await names()).toEqual([])
    await report({ serial: name, location: [30.5, 30.5] })
    expect(await names()).toEqual([name])
    await server.as(technician).patch(`/sensors/${(await sensorOf(name))._id}`, { location: [0, 0] })
    expect(await names()).toEqual([])
  })

  test("a Technician sets and clears a sensor's device type", async () => {
    const name = serial()
    await report({ serial: name })
    const { _id } = await sensorOf(name)
    const change = async (device: string) =>
      (await server.as(technician).patch(`/sensors/${_id}`, { device })).json().telemetry.name
    expect(await change(' Tide T1 ')).toBe('Tide T1')
    expect(await change('')).toBeNull()
  })

  test('only a Technician makes, changes and deletes areas', async () => {
    const admin = await addMember(server.db, bay, bay.roleId, { type: 'Admin' })
    expect((await create({ radiusMetres: 100 }, operator)).statusCode).toBe(403)
    expect((await create({ radiusMetres: 100 }, admin)).statusCode).toBe(403)
    const made = (await create({ radiusMetres: 100 })).json()
    expect((await server.as(admin).send('PATCH', `/aoi/${made.number}`, formOf({ name: 'Mine' }))).statusCode).toBe(403)
    expect((await server.as(admin).delete(`/aoi/${made._id}`)).statusCode).toBe(403)
    expect((await server.as(technician).delete(`/aoi/${made._id}`)).statusCode).toBe(200)
  })

  test('an area sent without a shape is a circle of 100 m', async () => {
    const near = serial()
    const far = serial()
    await report([
      { serial: near, location: [40, 10.0005] },
      { serial: far, location: [40, 10.002] },
    ])
    const made = (await create({ startCoordinates: [40, 10, 1] })).json()
    expect(made.properties.area).toMatchObject({ radiusMetres: 100, coordinates: null })
    expect(made.properties.sensors.map((one: Sensor) => one.name)).toEqual([near])
    const { _id } = await sensorOf(far)
    const chosen = (await create({ startCoordinates: [41, 10, 1], sensors: [_id] })).json()
    expect(chosen.properties.area).toMatchObject({ radiusMetres: null, coordinates: null })
  })

  test('events are not affected', async () => {
    const type = await addEventType(server.db, bay, { name: 'Flood' })
    const made = (await server.as(operator).send('POST', '/aoi', reportForm(type))).json()
    expect(made.properties).toMatchObject({ forSensors: false, area: null, status: null })
  })
})

describe('telemetry', () => {
  test('is aggregated by step, for one parameter or all', async () => {
    const name = serial()
    const now = Date.now()
    await report([
      { serial: name, time: now - 30_000, parameters: { level: 1, heat: 5 } },
      { serial: name, time: now - 29_000, parameters: { level: 3 } },
      { serial: name, time: now - 7_200_000, parameters: { level: 100 } },
    ])
    const { _id } = await sensorOf(name)
    const hour = (await server.as(operator).get(`/sensors/${_id}/telemetry?period=hour`)).json()
    const values = (of: typeof hour, parameter: string) =>
      of.series.find((one: { parameter: string }) => one.parameter === parameter).points
    expect(hour.series.map((one: { parameter: string }) => one.parameter)).toEqual(['heat', 'level'])
    expect(values(hour, 'level').flatMap((point: { maximum: number }) => point.maximum)).not.toContain(100)
    const day = (await server.as(operator).get(`/sensors/${_id}/telemetry?period=day&parameter=level`)).json()
    expect(day.series).toHaveLength(1)
    expect(Math.max(...values(day, 'level').map((point: { maximum: number }) => point.maximum))).toBe(100)
  })
})

describe('recordings', () => {
  const wav = () => {
    const bytes = Buffer.alloc(2044)
    bytes.write('RIFF', 0)
    bytes.write('WAVE', 8)
    return bytes
  }
  const send = (bytes: Buffer, name: string) => {
    const form = formOf({ serial: name, text: 'Knock', file: { bytes, name: 'x.html', type: 'text/html' } })
    return server.anyone.send('POST', '/sensors/ingest/media', {
      ...form,
      headers: { ...form.headers, [INGEST_KEY_HEADER]: key },
    })
  }

  test('is stored with the log, with the type of its content, and served in parts', async () => {
    const name = serial()
    const entry = (await send(wav(), name)).json()
    expect(entry).toMatchObject({ type: 'audio', text: 'Knock', params: [{ url: expect.stringContaining('/files/') }] })
    const get = (range?: string) =>
      server.app.inject({ method: 'GET', url: entry.params[0].url, headers: range ? { range } : {} })
    const whole = await get()
    expect(whole.headers).toMatchObject({ 'content-type': 'audio/wav', 'accept-ranges': 'bytes' })
    expect(whole.rawPayload).toHaveLength(2044)
    const part = await get('bytes=8-11')
    expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([206, 'bytes 8-11/2044', 'WAVE'])
    expect((await get('bytes=-4')).headers['content-range']).toBe('bytes 2040-2043/2044')
    expect((await get('bytes=5000-')).statusCode).toBe(416)
    expect((await sensorOf(name)).logs[0]?.params).toEqual(entry.params)
  })

  test('anything else is refused by its content, whatever its name', async () => {
    const answer = await send(Buffer.from('<html><script>alert(1)</script></html>'), serial())
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'notARecording'])
    const large = await send(Buffer.concat([wav(), Buffer.alloc(20_000_001)]), serial())
    expect([large.statusCode, large.json().code]).toEqual([413, 'mediaSize'])
  })
})
