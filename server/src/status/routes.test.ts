import { expect, test } from 'vitest'
import type { Faults, Status } from '#contract'
import { addMember, addService } from '../testing/people.ts'
import { testServer } from '../testing/server.ts'

const server = await testServer()
const service = await addService(server.db, 'Rescue')
const owner = await addMember(server.db, service, service.roleId, { type: 'Technician', isServerOwner: true })
const admin = await addMember(server.db, service, service.roleId, { type: 'Admin' })

test('the owner sees requests of the day, what services use and the jobs; others do not', async () => {
  for (let n = 0; n < 5; n++) await server.as(owner).get('/settings')
  expect((await server.as(admin).get('/status')).statusCode).toBe(403)
  const status: Status = (await server.as(owner).get('/status')).json()
  expect(status.hours).toHaveLength(24)
  expect(status.hours.at(-1)?.requests).toBeGreaterThan(4)
  expect(status.routes.map(({ path }) => path)).toContain('/api/cohesion/settings')
  expect(status.services).toMatchObject([{ service: { title: 'Rescue' }, members: 2, events: 0, files: 0 }])
  expect(status.jobs.map(({ name }) => name)).toEqual(['housekeeping', 'backup'])
})

test('the day is that of all servers, and a server that starts has it', async () => {
  const total = async (caller: ReturnType<typeof server.as>) => {
    const { hours }: Status = (await caller.get('/status')).json()
    return hours.reduce((sum, { requests }) => sum + requests, 0)
  }
  const before = await total(server.as(owner))
  const second = await server.openSecond()
  expect(await total(second.as(owner))).toBeGreaterThanOrEqual(before)
})

test('the owner has the server looked at, and gets each fault with its remedy', async () => {
  expect((await server.as(admin).get('/status/faults')).statusCode).toBe(403)
  const { checks, faults }: Faults = (await server.as(owner).get('/status/faults')).json()
  expect(checks).toBeGreaterThan(10)
  expect(faults.find(({ name }) => name === 'map missing')?.remedy).toContain('npm run streets')
})
