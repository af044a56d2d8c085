import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Import, ImportedRow, ImportMapping, ImportPreviewRow, SensorSummary } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { linkToken } from '../../platform/secret/sealing.ts'
import { addCommunity } from '../../testing/activities.ts'
import { addEventType } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { addMember, addService } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'
import { forgetOldRows } from './queries.ts'

const mail = await startMailServer()
afterAll(() => mail.close())
const server = await testServer({
  COHESION_LIMIT_SESSION: '0',
  COHESION_SMTP_URL: mail.url,
  COHESION_MAIL_FROM: 'map@example.org',
})
const bay = await addService(server.db, 'Bay')
const admin = await addMember(server.db, bay, bay.roleId, { type: 'Admin' })
const operator = await addMember(server.db, bay, bay.roleId)
const technician = await addMember(server.db, bay, bay.roleId, { type: 'Technician' })
let importer = admin
const pothole = await addEventType(server.db, bay, {
  name: 'Pothole',
  questions: ['Depth'],
  responsibleRoleId: bay.roleId,
})
const lamp = await addEventType(server.db, bay, { name: 'Street lamp' })

const upload = async (text: string, name = 'defects.csv'): Promise<Import> => {
  const form = formOf({
    timeZone: 'Asia/Jerusalem',
    language: 'en',
    file: { bytes: Buffer.from(text), name, type: 'text/csv' },
  })
  const reply = await server.as(importer).send('POST', '/imports', form)
  expect(reply.statusCode).toBe(200)
  return reply.json()
}
const read = async (id: string): Promise<Import> => (await server.as(importer).get(`/imports/${id}`)).json()
const until = (id: string, ...states: Import['state'][]) =>
  eventually(async () => {
    const found = await read(id)
    expect(states).toContain(found.state)
    return found
  })
const mappingOf = ({ mapping }: Import): ImportMapping => {
  if (!mapping) throw new Error('nothing was guessed')
  return mapping
}
const preview = async (uploaded: Import, mapping = mappingOf(uploaded)): Promise<ImportPreviewRow[]> =>
  (await server.as(importer).post(`/imports/${uploaded._id}/preview`, { mapping })).json().rows
const run = async (uploaded: Import, mapping = mappingOf(uploaded), more: { isReported?: boolean } = {}) => {
  await until(uploaded._id, 'ready')
  const started = await server.as(importer).post(`/imports/${uploaded._id}/start`, { mapping, ...more })
  expect(started.statusCode).toBe(200)
  return until(uploaded._id, 'done', 'cancelled')
}
const rowsOf = async (id: string, which: 'rejected' | 'kept'): Promise<ImportedRow[]> =>
  (await server.as(importer).get(`/imports/${id}/rows?which=${which}`)).json().rows
const undo = async ({ _id }: Import) => {
  expect((await server.as(importer).post(`/imports/${_id}/undo`)).statusCode).toBe(200)
  return until(_id, 'undone')
}
const events = (importId: string) =>
  server.db.selectFrom('aoi').selectAll().where('importId', '=', importId).where('deletedAt', 'is', null).orderBy('number').execute() // biome-ignore format: one chain

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
]

const file = `ID,Title,Type,Lat,Lon,Reported,Depth,Notes
D-1,Hole by the school,Pothole,32.08,34.78,25/03/2026 10:00,12,Deep <b>hole</b>
D-2,,street lamp,32.09,34.79,26/03/2026,,
D-3,Hole,Pothole,95.5,190,25/03/2026,3,
D-4,Hole,Volcano,32.1,34.8,25/03/2026,3,
D-5,Hole,Pothole,32.1,34.8,25/03/2026,,
D-1\u00a0,Again,Street lamp,32.1,34.8,25/03/2026,,
`

describe('a file of events', () => {
  test('is previewed row by row', async () => {
    const uploaded = await upload(file)
    expect(uploaded).toMatchObject({ fileName: 'defects.csv', format: 'csv', encoding: 'utf-8' })
    expect(mappingOf(uploaded)).toMatchObject({
      kind: 'event',
      columns: ['externalId', 'name', 'type', 'lat', 'lng', 'time', 'answer:Depth', 'description'],
      dateOrder: 'dmy',
    })
    const rows = await preview(uploaded)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'rejected', 'rejected', 'rejected', 'rejected'])
    expect(rows[0]).toMatchObject({
      line: 2,
      name: 'Hole by the school',
      group: 'Pothole',
      place: [34.78, 32.08],
      time: '2026-03-25T08:00:00.000Z',
    })
    expect(rows[1]).toMatchObject({ name: 'Street lamp', group: 'Street lamp' })
    expect(rows.slice(2).map(({ reasons }) => reasons)).toEqual([
      [{ code: 'outside', field: 'lat', value: '95.5, 190' }],
      [{ code: 'unknown', field: 'type', value: 'Volcano' }],
      [{ code: 'missing', field: 'answer:Depth' }],
      [{ code: 'twice', field: 'externalId', value: 'D-1' }],
    ])
  })

  test('is imported without notifications and shares, and its rejected rows are listed', async () => {
    const done = await run(await upload(file))
    expect(done).toMatchObject({ state: 'done', counts: { new: 2, rejected: 4 }, rowCount: 6, doneRows: 6 })
    const [hole, light] = await events(done._id)
    expect(hole).toMatchObject({
      name: 'Hole by the school',
      descriptionText: 'Deep <b>hole</b>',
      descriptionHtml: '<p>Deep &lt;b&gt;hole&lt;/b&gt;</p>',
      eventTypeId: pothole.id,
      creatorId: admin.id,
      externalId: 'D-1',
      state: 'new',
      place: { x: 34.78, y: 32.08 },
    })
    expect(light).toMatchObject({ eventTypeId: lamp.id })
    const shown = (await server.as(operator).get(`/aoi/nonce-pro/${hole?.nonce}`)).json()
    expect(shown.properties.publicAction.fields).toMatchObject([{ name: 'Depth', value: '12' }])
    expect(shown.properties.logs).toMatchObject([{ change: { what: 'created' }, authorId: admin.id }])
    expect(await server.db.selectFrom('share').selectAll().execute()).toEqual([])
    expect(await server.db.selectFrom('notification').selectAll().execute()).toEqual([])
    const rejected = await rowsOf(done._id, 'rejected')
    expect(rejected.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [4, 'D-3'],
      [5, 'D-4'],
      [6, 'D-5'],
      [7, 'D-1\u00a0'],
    ])
    await undo(done)
  })

  test('updates events of an earlier import, and an undo restores them', async () => {
    const header = 'ID,Title,Type,Lat,Lon\n'
    const first = await run(await upload(`${header}U-1,Old,Street lamp,32,34\nU-2,Same,Street lamp,32,34\n`))
    const again = await upload(`${header}U-1,New name,,,\nU-2,Same,Street lamp,32,34\nU-3,Third,Street lamp,33,35\n`)
    expect(again.isRemembered).toBe(true)
    const rows = await preview(again)
    expect(rows).toMatchObject([
      { outcome: 'changed', changes: ['name'] },
      { outcome: 'unchanged' },
      { outcome: 'new', twins: [] },
    ])
    const second = await run(again)
    expect(second.counts).toMatchObject({ new: 1, changed: 1, unchanged: 1, rejected: 0 })
    expect((await events(first._id)).map(({ name }) => name)).toEqual(['New name', 'Same'])
    expect((await undo(second)).counts).toMatchObject({ undone: 2, kept: 0 })
    expect((await events(first._id)).map(({ name }) => name)).toEqual(['Old', 'Same'])
    expect(await events(second._id)).toEqual([])
  })

  test('is shared, announced and sent to webhooks only if its rows were chosen to be new reports', async () => {
    const hook = (
      await server
        .as(admin)
        .post('/webhooks', { url: 'https://hooks.example/import', events: ['event.created', 'event.updated'] })
    ).json()
    const calls = () =>
      server.db
        .selectFrom('delivery')
        .select(['kind', 'subjectId'])
        .where('channel', '=', 'webhook')
        .orderBy('kind')
        .execute()
    const header = 'ID,Title,Type,Lat,Lon,Depth\n'
    const quiet = await run(await upload(`${header}W-1,Old hole,Pothole,32,34,3\n`))
    expect(quiet.isReported).toBe(false)
    const again = await upload(`${header}W-1,Deep hole,Pothole,32,34,3\nW-2,New hole,Pothole,33,34,3\n`)
    expect(mappingOf(again)).toMatchObject(quiet.mapping ?? {})
    const loud = await run(again, mappingOf(again), { isReported: true })
    expect(loud).toMatchObject({ isReported: true, counts: { new: 1, changed: 1 } })
    const [[old], [made]] = [await events(quiet._id), await events(loud._id)]
    await eventually(async () => expect(await calls()).toHaveLength(2))
    expect(await calls()).toEqual([
      { kind: 'event.created', subjectId: made?.id },
      { kind: 'event.updated', subjectId: old?.id },
    ])
    const shares = await server.db.selectFrom('share').select(['aoiId', 'memberId']).execute()
    expect(new Set(shares.map(({ aoiId }) => aoiId))).toEqual(new Set([made?.id]))
    expect(shares.map(({ memberId }) => memberId)).toContain(operator.id)
    await undo(loud)
    expect((await upload(`${header}W-3,Hole,Pothole,33,34,3\n`)).isReported).toBe(false)
    expect(await calls()).toHaveLength(2)
    await server.as(admin).delete(`/webhooks/${hook._id}`)
  })

  test('names likely duplicates', async () => {
    const header = 'Title,Type,Lat,Lon\n'
    await run(await upload(`${header}Broken lamp,Street lamp,31.5,35.5\n`))
    const [row] = await preview(await upload(`${header}broken LAMP,Street lamp,31.5001,35.5001\n`))
    expect(row).toMatchObject({ outcome: 'new', twins: [{ name: 'Broken lamp' }] })
  })

  test('can be undone, except for events that others have changed since', async () => {
    const header = 'Title,Type,Lat,Lon\n'
    const done = await run(await upload(`${header}Touched,Street lamp,32,34\nLeft,Street lamp,32,34\n`))
    const [touched] = await events(done._id)
    const logged = await server.as(operator).post(`/aoi/${touched?.number}/add-log`, { text: 'On it' })
    expect(logged.statusCode).toBeLessThan(300)
    const undone = await undo(done)
    expect(undone.counts).toMatchObject({ undone: 1, kept: 1 })
    expect((await events(done._id)).map(({ name }) => name)).toEqual(['Touched'])
    expect(await rowsOf(done._id, 'kept')).toMatchObject([{ aoi: { name: 'Touched' } }])
    const again = await server.as(admin).post(`/imports/${done._id}/undo`)
    expect(again.statusCode).toBe(409)
  })

  test('is read although its texts are mostly spaces', async () => {
    const notes = `"First${' '.repeat(190_000)}line  \n\n  Second line "`
    const done = await run(await upload(`Title,Type,Lat,Lon,Notes\nA,Street lamp,32,34,${notes}\n`))
    const [event] = await events(done._id)
    expect(event?.descriptionText).toBe(`First${' '.repeat(190_000)}line\nSecond line`)
  })

  test('loses only the row that the database refuses', async () => {
    const header = 'ID,Title,Type,Lat,Lon\n'
    const titles = ['First', 'Second', 'Poison', 'Fourth']
    await sql`alter table aoi add constraint no_poison check (name <> 'Poison')`.execute(server.db)
    const lines = titles.map((title, index) => `P-${index},${title},Street lamp,32,34`)
    const done = await run(await upload(header + lines.join('\n')))
    await sql`alter table aoi drop constraint no_poison`.execute(server.db)
    expect(done.counts).toMatchObject({ new: 3, rejected: 1 })
    expect((await rowsOf(done._id, 'rejected')).map(({ cells }) => cells[1])).toEqual(['Poison'])
  })

  test('is undone although the former region of an event was deleted', async () => {
    const old = newId()
    const next = newId()
    const regions = [
      { id: old, name: 'Old quarter' },
      { id: next, name: 'New quarter' },
    ]
    await server.db
      .insertInto('region')
      .values(regions.map((one) => ({ ...one, serviceId: bay.id, coordinates: JSON.stringify([square]) })))
      .execute()
    const header = 'ID,Title,Type,Lat,Lon,Region\n'
    await run(await upload(`${header}Q-1,One,Street lamp,50,50,Old quarter\nQ-2,Two,Street lamp,50,50,\n`))
    const second = await run(await upload(`${header}Q-1,,,,,New quarter\nQ-2,Changed,,,,\n`))
    expect(second.counts).toMatchObject({ changed: 2 })
    await server.db.deleteFrom('region').where('id', '=', old).execute()
    expect((await undo(second)).counts).toMatchObject({ undone: 1, kept: 1 })
    expect(await rowsOf(second._id, 'kept')).toMatchObject([{ aoi: { name: 'One' } }])
    await server.db.deleteFrom('region').where('serviceId', '=', bay.id).execute()
  })

  test('has long names shortened visibly, and the next import of it changes nothing', async () => {
    const long = `Lamp ${'x'.repeat(12_000)}`
    const text = `ID,Title,Type,Lat,Lon\nL-1,${long},Street lamp,32,34\n`
    const uploaded = await upload(text)
    const shortened = `${long.slice(0, 299)}…`
    expect(await preview(uploaded)).toMatchObject([
      { outcome: 'new', name: shortened, notes: [{ code: 'shortened', field: 'name', value: '300' }] },
    ])
    expect((await events((await run(uploaded))._id)).map(({ name }) => name)).toEqual([shortened])
    expect(await preview(await upload(text))).toMatchObject([{ outcome: 'unchanged' }])
  })

  test('can be corrected by hand', async () => {
    const uploaded = await upload('what,up,across\nOne,34.5,32.5\n')
    const mapping = { ...mappingOf(uploaded), columns: ['name', 'lat', 'lng'], isSwapped: true, eventType: lamp.id }
    expect(await preview(uploaded, mapping)).toMatchObject([{ outcome: 'new', place: [34.5, 32.5] }])
    const short = await server
      .as(admin)
      .post(`/imports/${uploaded._id}/start`, { mapping: { ...mapping, columns: ['name'] } })
    expect(short.statusCode).toBe(400)
  })
})

test('no value of a file is left once its undo has become impossible', async () => {
  const done = await run(await upload('Title,Type,Lat,Lon,Phone\nA,Street lamp,32,34,050-1234567\n'))
  await server.db
    .updateTable('import')
    .set({ finishedAt: new Date(Date.now() - 9 * 86_400_000) })
    .where('id', '=', done._id)
    .execute()
  await forgetOldRows(server.db)
  const { mapping, columns } = await read(done._id)
  expect(mapping).toEqual(done.mapping)
  expect(columns.map(({ name, sample }) => [name, sample.length])).toEqual(
    ['Title', 'Type', 'Lat', 'Lon', 'Phone'].map((name) => [name, 0]),
  )
  expect(await server.db.selectFrom('importRow').selectAll().where('importId', '=', done._id).execute()).toEqual([])
})

test('a service keeps at most 100 files, and 2,000,000 rows', async () => {
  const creek = await addService(server.db, 'Creek')
  const keeper = await addMember(server.db, creek, creek.roleId, { type: 'Admin' })
  const files = Array.from({ length: 100 }, () => ({ id: newId(), serviceId: creek.id, state: 'ready' as const }))
  await server.db.insertInto('import').values(files).execute()
  const send = async () => {
    const form = formOf({
      timeZone: 'UTC',
      file: { bytes: Buffer.from('Title\nA\n'), name: 'a.csv', type: 'text/csv' },
    })
    return (await server.as(keeper).send('POST', '/imports', form)).statusCode
  }
  expect(await send()).toBe(429)
  await server.as(keeper).delete(`/imports/${files[0]?.id}`)
  expect(await send()).toBe(200)
  for (const { id } of files.slice(1, 50)) await server.as(keeper).delete(`/imports/${id}`)
  const setRows = (rowCount: number) =>
    server.db
      .updateTable('import')
      .set({ rowCount })
      .where('id', '=', files[99]?.id ?? '')
      .execute()
  await setRows(2_000_000)
  expect(await send()).toBe(429)
  await setRows(200_000)
  expect(await send()).toBe(200)
})

test('waypoints without a type get the event type that the importer chose', async () => {
  const waypoint = '<wpt lat="32.08" lon="34.78"><name>Gate</name><time>2026-03-04T05:06:07Z</time></wpt>'
  const uploaded = await upload(`<gpx version="1.1">${waypoint}</gpx>`, 'points.gpx')
  expect(mappingOf(uploaded).columns).toEqual(['name', 'time', null, 'place'])
  const rows = await preview(uploaded, { ...mappingOf(uploaded), eventType: lamp.id })
  expect(rows).toMatchObject([{ outcome: 'new', name: 'Gate', group: 'Street lamp', place: [34.78, 32.08] }])
})

test('GeoJSON becomes activities of a community', async () => {
  const community = await addCommunity(server.db, bay, { title: 'Gardeners', groups: ['North', 'South'] })
  const features = [
    { name: 'Planting', community: 'gardeners', groups: 'North; South', start: '2026-12-01', end: '2026-12-02' },
    { name: 'Weeding', community: 'gardeners', groups: 'East', start: '2026-12-01', end: '2026-11-02' },
  ].map((properties) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [34.8, 32.1] } }))
  const uploaded = await upload(JSON.stringify({ type: 'FeatureCollection', features }), 'plan.geojson')
  expect(mappingOf(uploaded).kind).toBe('activity')
  const rows = await preview(uploaded)
  expect(rows).toMatchObject([{ outcome: 'new', group: 'Gardeners' }, { outcome: 'rejected' }])
  expect(rows[1]?.reasons).toMatchObject([
    { code: 'unknown', field: 'groups', value: 'East' },
    { code: 'endBeforeStart', field: 'end' },
  ])
  const done = await run(uploaded)
  const [planting] = await events(done._id)
  expect(planting).toMatchObject({ kind: 'activity', communityId: community.id, name: 'Planting' })
  const groups = await server.db
    .selectFrom('aoiGroup')
    .select('groupId')
    .where('aoiId', '=', planting?.id ?? '')
    .execute()
  expect(groups.map(({ groupId }) => groupId).toSorted()).toEqual(community.groups.toSorted())
  await undo(done)
})

test('a file that cannot be read is kept with its problem until it is discarded', async () => {
  const uploaded = await upload('Title,Lat\n"open,1\n')
  expect(uploaded).toMatchObject({ state: 'failed', problem: { code: 'quote' } })
  expect((await server.as(admin).delete(`/imports/${uploaded._id}`)).statusCode).toBe(200)
  expect((await server.as(admin).get(`/imports/${uploaded._id}`)).statusCode).toBe(404)
})

test('a large file is previewed while it is read, imported in parts, and can be stopped', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `R-${index},Row ${index},Street lamp,32.${index},34.5`)
  const uploaded = await upload(`ID,Title,Type,Lat,Lon\n${lines.join('\n')}\n`)
  expect(await preview(uploaded)).toHaveLength(200)
  const done = await run(uploaded)
  expect(done).toMatchObject({ rowCount: 5_000, counts: { new: 5_000, rejected: 0 } })
  expect((await events(done._id)).length).toBe(5_000)
  expect((await server.as(admin).post(`/imports/${done._id}/cancel`)).json().state).toBe('done')
  expect((await undo(done)).counts).toMatchObject({ undone: 5_000, kept: 0 })
})

test('an import has the rights and the name of the member who starts it', async () => {
  const technician = await addMember(server.db, bay, bay.roleId, { type: 'Technician' })
  const form = formOf({
    timeZone: 'UTC',
    file: { bytes: Buffer.from('Title,Type,Lat,Lon\nA,Street lamp,32,34\n'), name: 'a.csv', type: 'text/csv' },
  })
  const uploaded: Import = (await server.as(technician).send('POST', '/imports', form)).json()
  const done = await run(uploaded)
  expect((await events(done._id)).map(({ creatorId }) => creatorId)).toEqual([admin.id])
})

test('an import stops when its creator may not import any more', async () => {
  const leaver = await addMember(server.db, bay, bay.roleId, { type: 'Admin' })
  const form = formOf({
    timeZone: 'UTC',
    file: { bytes: Buffer.from('Title,Type,Lat,Lon\nA,Street lamp,32,34\n'), name: 'a.csv', type: 'text/csv' },
  })
  const uploaded: Import = (await server.as(leaver).send('POST', '/imports', form)).json()
  await until(uploaded._id, 'ready')
  await server.db.updateTable('member').set({ type: 'Operator' }).where('id', '=', leaver.id).execute()
  await server.db.updateTable('import').set({ state: 'running' }).where('id', '=', uploaded._id).execute()
  expect(await until(uploaded._id, 'cancelled')).toMatchObject({
    problem: { code: 'creatorGone' },
    counts: { new: 0 },
  })
})

describe('things other than events', () => {
  const square = (west: number) =>
    `POLYGON ((${west} 31, ${west + 0.1} 31, ${west + 0.1} 31.1, ${west} 31.1, ${west} 31))`
  const regionRows = () =>
    server.db.selectFrom('region').selectAll().where('serviceId', '=', bay.id).orderBy('name').execute()

  test('polygons become regions by their names, and an undo leaves those in use', async () => {
    const rows = [
      ['North', square(36)],
      ['South', square(37)],
      ['North', square(38)],
      ['Hole', `${square(39).slice(0, -1)}, (39.01 31.01, 39.02 31.01, 39.02 31.02, 39.01 31.01))`],
      ['Bow', 'POLYGON ((36 30, 37 31, 37 30, 36 31, 36 30))'],
      ['Point', 'POINT (36 31)'],
      ['x'.repeat(201), square(40)],
    ]
    const text = `Name,WKT\n${rows.map(([name, outline]) => `${name},"${outline}"`).join('\n')}\n`
    const uploaded = await upload(text, 'quarters.csv')
    expect(mappingOf(uploaded)).toMatchObject({ kind: 'region', columns: ['name', 'outline'] })
    const shown = await preview(uploaded)
    expect(shown.map(({ outcome, reasons, notes }) => reasons[0]?.code ?? notes[0]?.code ?? outcome)).toEqual([
      ...['new', 'new', 'twice', 'notAnArea', 'crossesItself', 'notAnArea', 'shortened'],
    ])
    expect(shown.at(-1)?.name).toBe(`${'x'.repeat(199)}…`)
    expect(shown[0]?.place).toEqual([36.05, 31.05])
    const [event] = await events((await run(await upload('Title,Type,Lat,Lon\nA,Street lamp,31.05,36.05\n')))._id)
    const done = await run(uploaded)
    expect(done.counts).toMatchObject({ new: 3, rejected: 4 })
    const [north, south] = await regionRows()
    expect([north?.name, south?.name]).toEqual(['North', 'South'])
    const placed = await server.db
      .selectFrom('aoi')
      .select('regionId')
      .where('id', '=', event?.id ?? '')
      .execute()
    expect(placed).toEqual([{ regionId: north?.id }])

    const again = await run(await upload(`Name,WKT\nnorth,"${square(36.5)}"\nSouth,"${square(37)}"\n`))
    expect(again.counts).toMatchObject({ new: 0, changed: 1, unchanged: 1 })
    expect((await undo(again)).counts).toMatchObject({ undone: 1, kept: 0 })
    expect((await regionRows())[0]?.coordinates).toEqual(north?.coordinates)

    await server.as(admin).patch(`/service/region/${south?.id}`, { name: 'Harbour' })
    const undone = await undo(done)
    // The undo of the second import changed North, so the undo of the first import keeps it too.
    expect(undone.counts).toMatchObject({ undone: 1, kept: 2 })
    expect((await rowsOf(done._id, 'kept')).map(({ cells }) => cells[0])).toEqual(['North', 'South'])
  })

  test('groups are known by their names in a community', async () => {
    const community = await addCommunity(server.db, bay, { title: 'Divers', groups: ['Deep'] })
    const uploaded = await upload(
      'Name,Community,Details,Address,Lat,Lon\nShallow,Divers,For beginners,Pier 3,32,34\nDeep,divers,For experts,,,\nLost,Nobody,x,y,,\n',
      'groups.csv',
    )
    const mapping: ImportMapping = {
      ...mappingOf(uploaded),
      kind: 'group',
      columns: ['name', 'community', 'description', 'address', 'lat', 'lng'],
    }
    expect(await preview(uploaded, mapping)).toMatchObject([
      { outcome: 'new', group: 'Divers', place: [34, 32] },
      { outcome: 'changed', changes: ['description'] },
      { outcome: 'rejected', reasons: [{ code: 'unknown', field: 'community', value: 'Nobody' }] },
    ])
    const done = await run(uploaded, mapping)
    const groups = async () =>
      (await server.as(admin).get('/community-servers/groups'))
        .json()
        .filter((group: { communityId: string }) => group.communityId === community.id)
    expect((await groups()).map(({ name }: { name: string }) => name).toSorted()).toEqual(['Deep', 'Shallow'])
    expect((await undo(done)).counts).toMatchObject({ undone: 2, kept: 0 })
    expect((await groups()).map(({ name }: { name: string }) => name)).toEqual(['Deep'])
  })

  test('sensors are known by their serial numbers, and an undo leaves those with readings or later changes', async () => {
    const columns = ['serial', 'name', 'device', 'lat', 'lng', 'heartbeat']
    const header = 'Serial,Name,Device type,Lat,Lon,Interval\n'
    importer = technician
    const first =
      'P-1,Pump 1,pump,32,44,60\nP-2,,pump,,,\nP/3,Bad,pump,32,34,\nP-4,Pump 4,pump,32,34,0\nP-1,Again,,,,\n'
    const uploaded = await upload(header + first, 'sensors.csv')
    const mapping: ImportMapping = { ...mappingOf(uploaded), kind: 'sensor', columns }
    for (const path of ['preview', 'start'])
      expect((await server.as(admin).post(`/imports/${uploaded._id}/${path}`, { mapping })).statusCode).toBe(403)
    const shown = await preview(uploaded, mapping)
    expect(shown.map(({ outcome, reasons }) => reasons[0] ?? outcome)).toEqual([
      ...['new', 'new'],
      { code: 'unread', field: 'serial', value: 'P/3' },
      { code: 'unread', field: 'heartbeat', value: '0' },
      { code: 'twice', field: 'serial' },
    ])
    expect(shown.slice(0, 2)).toMatchObject([{ name: 'Pump 1', place: [44, 32] }, { name: 'P-2' }])
    const done = await run(uploaded, mapping)
    const stored = async () =>
      (await server.as(technician).get('/sensors'))
        .json()
        .filter(({ telemetry }: SensorSummary) => telemetry.serial.startsWith('P-')) as SensorSummary[]
    const [second, pump] = await stored()
    expect(second).toMatchObject({ name: 'P-2', location: null, telemetry: { serial: 'P-2', name: 'pump' } })
    expect(pump).toMatchObject({ name: 'Pump 1', location: { longitude: 44, latitude: 32 } })

    const again = await upload(`${header}P-1,Main pump,,33,44,60\nP-2,P-2,pump,,,\n`, 'sensors.csv')
    expect(await preview(again, mapping)).toMatchObject([
      { outcome: 'changed', changes: ['name', 'place'] },
      { outcome: 'unchanged' },
    ])
    const changed = await run(again, mapping)
    expect((await stored())[0]).toMatchObject({ name: 'Main pump', location: { latitude: 33 } })
    // A reading updates the row of the sensor, but no imported field.
    await server.db
      .updateTable('sensor')
      .set({ lastReceivedAt: new Date(), updatedAt: new Date() })
      .where('id', '=', pump?._id ?? '')
      .execute()
    expect((await undo(changed)).counts).toMatchObject({ undone: 1, kept: 0 })
    expect((await stored())[1]).toMatchObject({ name: 'Pump 1', location: { latitude: 32 } })
    expect((await undo(done)).counts).toMatchObject({ undone: 1, kept: 1 })
    expect((await stored()).map(({ name }) => name)).toEqual(['Pump 1'])
    importer = admin
  })

  test('sensor areas take sensors by serial number, and an undo leaves what others changed', async () => {
    const sensorId = newId()
    await server.db
      .insertInto('sensor')
      .values({ id: sensorId, serviceId: bay.id, serial: 'S-1', name: 'S-1' })
      .execute()
    const header = 'Name,Lat,Lon,Radius,Sensors\n'
    importer = technician
    const uploaded = await upload(`${header}Dam,32,34,250,S-1\nLock,33,34,,\nGate,33,34,,S-9\n`, 'areas.csv')
    const columns = ['name', 'lat', 'lng', 'radius', 'sensors']
    const mapping: ImportMapping = { ...mappingOf(uploaded), kind: 'sensorArea', columns }
    const asAdmin = await server.as(admin).post(`/imports/${uploaded._id}/start`, { mapping })
    expect(asAdmin.statusCode).toBe(403)
    expect((await preview(uploaded, mapping)).map(({ outcome, reasons }) => reasons[0]?.field ?? outcome)).toEqual([
      ...['new', 'new', 'sensors'],
    ])
    const done = await run(uploaded, mapping)
    const [dam, lock] = await events(done._id)
    expect(dam).toMatchObject({ kind: 'sensor', name: 'Dam', radiusMetres: 250, creatorId: technician.id })
    const sensors = await server.db
      .selectFrom('aoiSensor')
      .selectAll()
      .where('aoiId', '=', dam?.id ?? '')
      .execute()
    expect(sensors).toMatchObject([{ sensorId, isChosen: true }])

    const again = await upload(`${header}dam,,,300,\nLock,,,,\n`, 'areas.csv')
    expect(await preview(again, mapping)).toMatchObject([
      { outcome: 'changed', changes: ['radius'] },
      { outcome: 'unchanged' },
    ])
    const changed = await run(again, mapping)
    expect((await events(done._id))[0]).toMatchObject({ radiusMetres: 300 })
    expect((await undo(changed)).counts).toMatchObject({ undone: 1, kept: 0 })
    expect((await events(done._id))[0]).toMatchObject({ radiusMetres: 250 })
    expect((await undo(done)).counts).toMatchObject({ undone: 1, kept: 1 })
    expect((await events(done._id)).map(({ name }) => name)).toEqual(['Dam'])
    expect(lock?.name).toBe('Lock')
    importer = admin
  })

  test('members are invited for 14 days, and an undo withdraws the invitations that nobody opened', async () => {
    const people =
      'Name,E-mail,Role,Access level\nDana,dana@example.org,Responder,\nNoa,NOA@example.org,responder,Admin\nTal,tal@example.org,Responder,Technician\nAmi,ami at example,Responder,\nDana,Dana@example.org,Responder,\nRut,rut@example.org,Responder,\n'
    const uploaded = await upload(people, 'volunteers.csv')
    expect(mappingOf(uploaded)).toMatchObject({ kind: 'member', columns: [null, 'email', 'role', 'access'] })
    const rows = await preview(uploaded)
    expect(rows.map(({ outcome, reasons }) => reasons[0]?.code ?? outcome)).toEqual([
      ...['new', 'new', 'notAllowed', 'unread', 'twice', 'new'],
    ])
    const done = await run(uploaded)
    const invites = () =>
      server.db.selectFrom('invite').selectAll().where('serviceId', '=', bay.id).orderBy('id').execute()
    const [dana, noa, rut] = await invites()
    expect([dana, noa, rut]).toMatchObject([
      { email: 'dana@example.org' },
      { email: 'noa@example.org', type: 'Admin' },
      { email: 'rut@example.org' },
    ])
    expect(Math.round(((dana?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(14)
    expect((await run(await upload(people, 'volunteers.csv'))).counts).toMatchObject({ new: 0, unchanged: 3 })
    const tokenOf = (invite = dana) => linkToken(server.db, invite?.id ?? '')
    const opened = await server.anyone.get(`/user/invitation-info/${await tokenOf()}`)
    expect(opened.json()).toMatchObject({ email: 'dana@example.org', expiresAt: dana?.expiresAt.toISOString() })
    const person = { firstName: 'Rut', lastName: 'Levi', phone: '+1 415 555 0123', password: 'a long passphrase 7' }
    const registered = await server.anyone.post(`/user/register/${await tokenOf(rut)}`, { ...person, username: 'rut' })
    expect(registered.statusCode, registered.body).toBe(200)
    expect((await undo(done)).counts).toMatchObject({ undone: 1, kept: 2 })
    expect((await invites()).map(({ id }) => id)).toEqual([dana?.id, rut?.id])
    expect((await rowsOf(done._id, 'kept')).map(({ cells }) => cells[1])).toEqual([
      'dana@example.org',
      'rut@example.org',
    ])
    expect((await server.anyone.get(`/user/invitation-info/${await tokenOf(noa)}`)).statusCode).toBe(404)
  })
})

test('values that would take long to read are refused at once', async () => {
  const long = `1${' '.repeat(150_000)}1`
  const uploaded = await upload(
    `Title,Type,Coordinates,Time,Region,Depth\nA,Pothole,"${long}","${long}","${long}","${long}"\n`,
  )
  const mapping: ImportMapping = {
    ...mappingOf(uploaded),
    columns: ['name', 'type', 'place', 'time', 'region', 'answer:Depth'],
  }
  const begun = performance.now()
  const [row] = await preview(uploaded, mapping)
  expect(row?.reasons.map(({ code, field }) => `${field} ${code}`)).toEqual([
    'time tooLong',
    'answer:Depth tooLong',
    'place unread',
    'region tooLong',
  ])
  // Quadratic expressions take some 10 s for each of the four values.
  expect(performance.now() - begun).toBeLessThan(10_000)
})
