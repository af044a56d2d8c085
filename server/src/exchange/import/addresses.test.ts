import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Import } from '#contract'
import { toLngLat } from '../../geo/streets/addresses/geometry.ts'
import { addEventType } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'
import { tileArchive, vectorTile } from '../../testing/tile-archive.ts'

const server = await testServer({ COHESION_LIMIT_SESSION: '0' })
const bay = await addService(server.db, 'Bay')
const lamp = await addEventType(server.db, bay, { name: 'Street lamp' })
const owner = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Technician', isServerOwner: true }))

const [z, x, y] = [15, 19_568, 13_221]
const at = (column: number, row: number) => toLngLat({ x: column / 2 ** z, y: row / 2 ** z })
const [[west, north], [east, south]] = [at(x, y), at(x + 1, y + 1)]
const tile = vectorTile({
  roads: [
    {
      type: 'line',
      at: [[0, 1000], [4000, 1000]],
      properties: { name: 'Herzl Street', script: 'Latin', kind: 'major_road' },
    },
  ],
  places: [{ type: 'point', at: [[2000, 2000]], properties: { kind: 'neighbourhood', name: 'Hadar', script: 'Latin' } }],
}) // biome-ignore format: a map

const addStreets = async () => {
  const folder = join(server.folder, 'streets')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'haifa.part'),
    tileArchive([{ z, x, y, bytes: tile }], { box: [west, south, east, north] }),
  )
  await rename(join(folder, 'haifa.part'), join(folder, 'haifa.pmtiles'))
  const isReady = async () =>
    expect((await owner.get('/streets')).json().areas).toMatchObject([{ addresses: { state: 'ready' } }])
  await vi.waitFor(isReady, { interval: 200, timeout: 120_000 })
}

test('the preview shows the address that was found, and rejects a mere quarter', async () => {
  await addStreets()
  const rows = ['One,herz', 'Two,Hadar', 'Three,"Hadar, 12"', 'Four,Nowhere 5']
  const form = formOf({
    timeZone: 'UTC',
    file: { bytes: Buffer.from(`Title,Address\n${rows.join('\n')}\n`), name: 'a.csv', type: 'text/csv' },
  })
  const uploaded: Import = (await owner.send('POST', '/imports', form)).json()
  const mapping = { ...uploaded.mapping, eventType: lamp.id }
  const preview = (await owner.post(`/imports/${uploaded._id}/preview`, { mapping })).json()
  expect(preview.rows).toMatchObject([
    {
      outcome: 'new',
      address: 'herz',
      notes: [{ code: 'addressFound', field: 'address', value: 'Herzl Street, Haifa' }],
    },
    { outcome: 'new', notes: [{ code: 'addressFound', value: 'Hadar, Haifa' }] },
    { outcome: 'rejected', notes: [], reasons: [{ code: 'onlyArea', field: 'address', value: 'Hadar, Haifa' }] },
    { outcome: 'rejected', notes: [], reasons: [{ code: 'notFound', field: 'address', value: 'Nowhere 5' }] },
  ])
})
