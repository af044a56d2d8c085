import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { TileSet } from '#contract'
import { streetsMetadata, tileArchive, tilesIn } from '../../server/src/testing/tile-archive.ts'
import { freshAddress, type Member } from './api.ts'
import { PAIR_LIMIT, type SecondServer, streetsFolderOf } from './second-server.ts'

type Server = Pick<SecondServer, 'url' | 'api' | 'folder'>

type Change = { name: string; make: (on: Server) => Promise<unknown>; arrived: (on: Server) => Promise<boolean> }

const POLL_MS = 20
const GIVE_UP_MS = 30_000
const WRONG_PASSWORDS = 200

const streets = () => {
  const box: [number, number, number, number] = [34.95, 32.75, 35.05, 32.85]
  const tiles = tilesIn(box, [11, 12], () => gzipSync(Buffer.from([0x1a, 0])))
  return { bytes: tileArchive(tiles, { box, metadata: streetsMetadata }), tile: tiles[0]! }
}

/**
 * Changes of settings, maps, streets, the policy of pages, sessions, and limits on guessing and on requests. Each is
 * made on one server and must arrive at the other.
 */
const changesOf = async (
  one: Server,
  technician: Member,
): Promise<{ changes: Change[]; undo: () => Promise<void> }> => {
  const { must, send, signIn } = one.api
  const settings = await must(send('GET', '/settings', technician))
  const { service } = await must(send('GET', '/user/profile', technician))
  const map = await must(send('GET', `/service/${service._id}/map`, technician))
  const board = await must(send('GET', '/board', technician))
  const { link, ...boardSettings } = board
  const set = (body: object) => (on: Server) => on.api.must(on.api.send('PATCH', '/settings', { ...technician, body }))
  const has = (name: string, value: unknown) => async (on: Server) =>
    (await on.api.must(on.api.send('GET', '/settings', technician)))[name] === value
  const setMap = (body: object) => (on: Server) =>
    on.api.must(on.api.send('PATCH', `/service/${service._id}/map`, { ...technician, body }))
  const setBoard = (body: object) => (on: Server) =>
    on.api.must(on.api.send('PATCH', '/board', { ...technician, body: { ...boardSettings, timeZone: 'UTC', ...body } }))
  const origin = 'https://town.example'
  const guest = await signIn('operator')
  const spender = await signIn('operator')
  const guesser = freshAddress()
  const guess = (on: Server) =>
    on.api.send('POST', '/auth/login', { body: { username: 'nobody-here', password: 'a wrong one' }, headers: guesser })
  const spend = (on: Server) => on.api.send('GET', '/user/profile', spender)
  const { bytes, tile } = streets()
  const archive = join(streetsFolderOf(one), 'agreed.pmtiles')
  const changes: Change[] = [
    { name: 'the name of the server', make: set({ name: 'Agreed' }), arrived: has('name', 'Agreed') },
    {
      name: 'offline mode',
      make: set({ offlineMode: !settings.offlineMode }),
      arrived: has('offlineMode', !settings.offlineMode),
    },
    {
      name: 'the online street map',
      make: set({ publicMap: !settings.publicMap }),
      arrived: has('publicMap', !settings.publicMap),
    },
    {
      name: 'the map style of a service',
      make: setMap({ styleUrl: 'https://tiles.example/style.json' }),
      arrived: async (on) => {
        const { styleUrl } = await on.api.must(on.api.send('GET', `/service/${service._id}/map`, technician))
        return styleUrl === 'https://tiles.example/style.json'
      },
    },
    {
      name: 'streets in the folder that both share',
      make: async () => writeFileSync(archive, bytes),
      arrived: async (on) => {
        const { tileSets } = await on.api.must(on.api.send('GET', '/settings', technician))
        const set = (tileSets as TileSet[]).find(({ kind }) => kind === 'streets')
        if (!set) return false
        const address = set.tiles.replace(/\{([zxy])\}/g, (_, part: 'z' | 'x' | 'y') => String(tile[part]))
        const answer = await fetch(on.url + address)
        await answer.arrayBuffer()
        // A tile must be immutable, also under the address that the other server gives to the same streets.
        return answer.status === 200 && (answer.headers.get('cache-control')?.includes('immutable') ?? false)
      },
    },
    {
      name: 'who may frame the public board (content security policy)',
      make: setBoard({ isOn: true, origins: [origin] }),
      arrived: async (on) => {
        const { link: address } = await on.api.must(on.api.send('GET', '/board', technician))
        if (!address) return false
        const { pathname, search } = new URL(address)
        const page = await fetch(on.url + pathname + search)
        await page.arrayBuffer()
        return page.headers.get('content-security-policy')?.includes(origin) ?? false
      },
    },
    {
      name: 'the end of a session',
      make: (on) => on.api.must(on.api.send('POST', '/auth/logout', guest)),
      arrived: async (on) => (await on.api.send('GET', '/user/profile', guest)).status === 401,
    },
    {
      name: 'the limit on guessing',
      make: async (on) => {
        for (let count = 0; count < WRONG_PASSWORDS; count++) if ((await guess(on)).status === 429) return
        throw new Error(`${WRONG_PASSWORDS} guesses were answered`)
      },
      arrived: async (on) => (await guess(on)).status === 429,
    },
    {
      name: 'the limit on requests',
      make: async (on) => {
        for (let count = 0; count < 2 * PAIR_LIMIT; count++) if ((await spend(on)).status === 429) return
        throw new Error(`${2 * PAIR_LIMIT} requests of one session were answered`)
      },
      arrived: async (on) => (await spend(on)).status === 429,
    },
  ]
  const undo = async () => {
    rmSync(archive, { force: true })
    await set({ name: settings.name, offlineMode: settings.offlineMode, publicMap: settings.publicMap })(one)
    await setMap(map)(one)
    await setBoard({ isOn: link !== null && board.isOn, origins: board.origins })(one)
  }
  return { changes, undo }
}

export const agreementTimes = async (one: Server, other: Server, technician: Member) => {
  const { changes, undo } = await changesOf(one, technician)
  const times = new Map<string, number>()
  try {
    for (const { name, make, arrived } of changes) {
      await make(one)
      const begin = performance.now()
      while (!(await arrived(other)) && performance.now() - begin < GIVE_UP_MS) await pause(POLL_MS)
      times.set(name, Math.round(performance.now() - begin))
    }
  } finally {
    await undo()
  }
  return times
}
