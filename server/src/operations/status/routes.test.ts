import { expect, test } from 'vitest'
import type { Backups, Faults, Status } from '#contract'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { noteJob } from './queries.ts'

const server = await testServer()
const service = await addService(server.db, 'Rescue')
const owner = await addMember(server.db, service, service.roleId, { type: 'Technician', isServerOwner: true })
await addMember(server.db, service, service.roleId, { type: 'Admin' })

test('the owner sees requests, usage and jobs', async () => {
  for (let n = 0; n < 5; n++) await server.as(owner).get('/settings')
  const status: Status = (await server.as(owner).get('/status')).json()
  expect(status.hours).toHaveLength(24)
  expect(status.hours.at(-1)?.requests).toBeGreaterThan(4)
  expect(status.routes.map(({ path }) => path)).toContain('/api/cohesion/settings')
  expect(status.services).toMatchObject([{ service: { title: 'Rescue' }, members: 2, events: 0, files: 0 }])
  expect(status.now.connections).toBeGreaterThan(0)
  expect(status.now.memoryBytes).toBeGreaterThan(1e7)
  expect(status.jobs).toEqual([
    { name: 'housekeeping', lastAt: null, problems: [] },
    { name: 'backup', lastAt: null, problems: [] },
    { name: 'ownerWarnings', lastAt: null, problems: [] },
  ])
})

test('the last day sums all servers, also for a server that just started', async () => {
  const total = async (caller: ReturnType<typeof server.as>) => {
    const { hours }: Status = (await caller.get('/status')).json()
    return hours.reduce((sum, { requests }) => sum + requests, 0)
  }
  const before = await total(server.as(owner))
  const second = await server.openSecond()
  expect(await total(second.as(owner))).toBeGreaterThanOrEqual(before)
})

test('jobs are those of all servers, including stopped ones', async () => {
  await noteJob(server.db, 'housekeeping', ['old sessions stay'])
  const second = await server.openSecond()
  const { jobs }: Status = (await second.as(owner).get('/status')).json()
  expect(jobs[0]).toEqual({ name: 'housekeeping', lastAt: expect.any(String), problems: ['old sessions stay'] })
})

test('an unreadable backup location breaks neither page, and both show the reason', async () => {
  const away = await testServer({ COHESION_BACKUP_TO: '/dev/null/backups' })
  const place = await addService(away.db, 'Away')
  const boss = await addMember(away.db, place, place.roleId, { type: 'Technician', isServerOwner: true })
  const status = await away.as(boss).get('/status')
  expect(status.statusCode).toBe(200)
  const { backup, jobs }: Status = status.json()
  expect(backup).toEqual({ isTooOld: true, lastGoodAt: null })
  expect(jobs[1]?.problems).toEqual(['placeMissing'])
  const backups: Backups = (await away.as(boss).get('/backups')).json()
  expect(backups).toMatchObject({ isTooOld: true, backups: [], place: '/dev/null/backups' })
  expect(backups.placeProblem).toBe('placeMissing')
})

test('the owner runs the checks and gets each fault with its remedy', async () => {
  const { checks, faults }: Faults = (await server.as(owner).get('/status/faults')).json()
  expect(checks).toBeGreaterThan(10)
  expect(faults.find(({ name }) => name === 'map missing')?.remedy).toContain('npm run streets')
})
