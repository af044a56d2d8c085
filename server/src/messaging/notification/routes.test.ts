import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { activityForm, addCommunity } from '../../testing/activities.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { pushService } from '../../testing/push-service.ts'
import { formOf, testServer } from '../../testing/server.ts'
import { notifyMembers } from './actions.ts'

const service = await pushService()
const server = await testServer({}, { deliveries: { pushFetch: service.fetch, timing: { pollMs: 20, gatherMs: 1 } } })
const home = await addService(server.db, 'Home')
const other = await addService(server.db, 'Elsewhere')
const type = await addEventType(server.db, home, { name: 'Fire' })
const dana = await someone('dana')
const omer = await someone('omer')
const noa = await someone('noa')

async function someone(username: string, roleId = home.roleId) {
  return addMember(server.db, home, roleId, { username })
}

const deviceOf = async (member: TestMember, language?: 'en' | 'he') => {
  const device = service.device()
  const answer = await server
    .as(member)
    .post('/user/register-device', { deviceType: 'web', device: device.subscription, language })
  expect(answer.statusCode).toBe(200)
  return device
}

const report = async (who: TestMember, more: Record<string, unknown> = {}) => {
  const answer = await server.as(who).send('POST', '/aoi', reportForm(type, { name: 'Mill', ...more }))
  expect(answer.statusCode).toBe(200)
  return answer.json() as { _id: string; number: number; properties: { nonce: string } }
}

const settled = () =>
  eventually(async () => {
    expect(await server.db.selectFrom('notification').select('id').execute()).toEqual([])
    const waiting = await server.db.selectFrom('delivery').select('id').where('state', '=', 'waiting').execute()
    expect(waiting).toEqual([])
  })

/** Does the work, then removes all registered devices. */
const quietly = async (work: () => Promise<void>) => {
  await work()
  await settled()
  await server.db.deleteFrom('pushDevice').execute()
}
afterAll(settled)

test('a report notifies members whose role has its type, in their language, but not its sender', () =>
  quietly(async () => {
    const mine = await deviceOf(dana)
    const hers = await deviceOf(noa, 'he')
    const his = await deviceOf(omer)
    const stranger = await deviceOf(await addMember(server.db, other, other.roleId))
    const aoi = await report(dana)
    const url = `/?selected=aoi.${aoi.properties.nonce}`
    expect(await his.until(1)).toEqual([{ data: { action: 'AOI_CREATED', text: 'dana reported: Mill', url } }])
    expect((await hers.until(1))[0].data.text).toBe('דיווח חדש מאת dana: Mill')
    await settled()
    expect([mine, stranger].flatMap((device) => device.messages())).toEqual([])
  }))

test('a type with a responsible role notifies that role only', () =>
  quietly(async () => {
    const roleId = newId()
    await server.db.insertInto('role').values({ id: roleId, serviceId: home.id, name: 'Chiefs' }).execute()
    const chief = await someone('chief', roleId)
    const flood = await addEventType(server.db, home, { name: 'Flood', responsibleRoleId: roleId })
    const told = await deviceOf(chief)
    const notTold = await deviceOf(omer)
    await server.as(dana).send('POST', '/aoi', reportForm(flood, { name: 'River' }))
    expect(await told.until(1)).toMatchObject([{ data: { text: 'dana reported: River' } }])
    await settled()
    expect(notTold.messages()).toEqual([])
  }))

test('changes of an event notify its author, share recipients and loggers', () =>
  quietly(async () => {
    const aoi = await report(dana)
    const author = await deviceOf(dana)
    const recipient = await deviceOf(noa)
    const logger = await deviceOf(omer)
    await server.as(dana).post(`/aoi/${aoi._id}/share`, { usersId: [noa.id] })
    expect(await recipient.until(1)).toMatchObject([
      { data: { action: 'AOI_SHARED', text: 'dana shared with you: Mill' } },
    ])
    await server.as(omer).post(`/aoi/${aoi.number}/add-log`, { text: 'On my way' })
    expect(await author.until(1)).toMatchObject([{ data: { action: 'AOI_UPDATED', text: 'omer updated: Mill' } }])
    await recipient.until(2)
    await server.as(omer).post(`/aoi/${aoi.number}/add-log`, { text: 'Never mind', sendNotification: false })
    await server.as(noa).patch(`/aoi/archive/${aoi._id}`)
    expect((await logger.until(1)).map(({ data }) => data.text)).toEqual(['noa archived: Mill'])
    await server.as(noa).patch(`/aoi/unarchive/${aoi._id}`)
    await settled()
    expect(author.messages().map(({ data }) => data.action)).toEqual(['AOI_UPDATED', 'AOI_ARCHIVED', 'AOI_UPDATED'])
    expect(recipient.messages()).toHaveLength(2)
  }))

test('members are notified of activities and sensor areas that are shared with them', () =>
  quietly(async () => {
    const chief = await addMember(server.db, home, home.roleId, { username: 'chief2', type: 'Technician' })
    const community = await addCommunity(server.db, home, { title: 'Divers' })
    const area = formOf({ name: 'Dam', startCoordinates: '[-122.4, 37.8, 1]', forSensors: 'true' })
    const device = await deviceOf(noa)
    for (const form of [activityForm(community, { name: 'Drill' }), area]) {
      const { _id } = (await server.as(chief).send('POST', '/aoi', form)).json()
      expect((await server.as(chief).post(`/aoi/${_id}/share`, { usersId: [noa.id] })).statusCode).toBe(200)
    }
    const shared = async () =>
      (await device.until(2)).flatMap(({ data }) => (data.action === 'AOI_SHARED' ? data.text : []))
    await eventually(async () =>
      expect((await shared()).sort()).toEqual(['chief2 shared with you: Dam', 'chief2 shared with you: Drill']),
    )
  }))

test('members who can no longer see an event are not notified', () =>
  quietly(async () => {
    const guest = await addMember(server.db, other, other.roleId, { username: 'guest', providedServiceIds: [home.id] })
    const aoi = await report(dana)
    await server.as(guest).post(`/aoi/${aoi.number}/add-log`, { text: 'Seen' })
    const device = await deviceOf(guest)
    await server.db.deleteFrom('memberService').where('memberId', '=', guest.id).execute()
    await server.as(dana).post(`/aoi/${aoi.number}/add-log`, { text: 'For us' })
    await settled()
    expect(device.messages()).toEqual([])
  }))

test('a member chooses which notifications to get, and when', () =>
  quietly(async () => {
    const device = await deviceOf(omer)
    const first = await server.as(omer).get('/user/notifications')
    expect(first.json()).toMatchObject({ off: [], quiet: null, devices: [{ isCurrent: true, lastProblem: null }] })

    await server.as(omer).patch('/user/notifications', { off: ['created'] })
    await report(dana)
    await settled()
    expect(device.messages()).toEqual([])

    const quiet = { from: '00:00', to: '23:59', timeZone: 'UTC' }
    const now = new Date()
    // The only minute of the day outside quiet hours.
    const isLoud = now.getUTCHours() === 23 && now.getUTCMinutes() === 59
    const choice = isLoud ? { ...quiet, from: '23:00', to: '00:30' } : quiet
    expect((await server.as(omer).patch('/user/notifications', { off: [], quiet: choice })).json()).toMatchObject({
      off: [],
      quiet: choice,
    })
    await report(dana)
    await eventually(async () => {
      // Quiet hours do not count as an attempt.
      const held = await server.db
        .selectFrom('delivery')
        .select('attempts')
        .where('state', '=', 'waiting')
        .where('nextAttemptAt', '>', new Date())
        .execute()
      expect(held).toEqual([{ attempts: 0 }])
    })
    const [{ waiting }] = (await server.as(omer).get('/user/notifications')).json().devices
    expect(waiting).toBe(1)
    await server.as(omer).patch('/user/notifications', { quiet: null })
    await device.until(1)
  }))

test('a changed area status notifies the members who manage sensors', () =>
  quietly(async () => {
    const technician = await addMember(server.db, home, home.roleId, { username: 'tess', type: 'Technician' })
    const told = await deviceOf(technician)
    const notTold = await deviceOf(omer)
    const id = newId()
    await server.db
      .insertInto('aoi')
      .values({ id, serviceId: home.id, kind: 'sensor', name: 'Dam', nonce: 77, place: '(0,0)', status: 'OK' })
      .execute()
    await notifyMembers(server.db, { kind: 'status', aoiId: id, by: null, status: 'ALERT' })
    expect(await told.until(1)).toMatchObject([{ data: { action: 'AOI_STATUS', text: 'ALERT in Dam' } }])
    await settled()
    expect(notTold.messages()).toEqual([])
  }))

test('a member sends a test to all of its own devices and to no others', () =>
  quietly(async () => {
    const sendTest = async () => (await server.as(omer).post('/user/notifications/test')).json()
    expect(await sendTest()).toEqual({ devices: 0 })
    const phone = await deviceOf(omer)
    const desk = await deviceOf(omer, 'he')
    const hers = await deviceOf(noa)
    expect(await sendTest()).toEqual({ devices: 2 })
    expect((await phone.until(1))[0].data).toMatchObject({ action: 'TEST', text: 'Notifications work on this device.' })
    expect((await desk.until(1))[0].data.text).toBe('ההתראות פועלות במכשיר הזה.')
    await settled()
    expect(hers.messages()).toEqual([])
  }))

test('invalid preferences are refused by field', async () => {
  const ask = (quiet: object) => server.as(dana).patch('/user/notifications', { quiet })
  const at = async (quiet: object) => (await ask(quiet)).json().fields
  expect(await at({ from: '24:00', to: '07:00', timeZone: 'UTC' })).toHaveProperty(['quiet.from'])
  expect(await at({ from: '07:00', to: '07:00', timeZone: 'UTC' })).toHaveProperty(['quiet.to'])
  expect(await at({ from: '22:00', to: '07:00', timeZone: 'Mars/Base' })).toHaveProperty(['quiet.timeZone'])
})

test('a removed device or a signed-out member gets no notification', async () => {
  const forgotten = await deviceOf(omer)
  const signedOut = await deviceOf(noa)
  await server.as(omer).post('/user/unregister-device', { endpoint: forgotten.subscription.endpoint })
  await server.as(noa).post('/auth/logout')
  await report(dana)
  await settled()
  expect([...forgotten.messages(), ...signedOut.messages()]).toEqual([])
})
