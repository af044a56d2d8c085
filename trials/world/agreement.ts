import { setTimeout as pause } from 'node:timers/promises'
import { type Api, freshAddress, type Member } from './api.ts'

type Server = { url: string; api: Api }

/** What one server is told, and what both must answer for it to have arrived. */
type Change = { name: string; make: (on: Server) => Promise<unknown>; arrived: (on: Server) => Promise<boolean> }

const POLL_MS = 20
const GIVE_UP_MS = 30_000
const WRONG_PASSWORDS = 200

/** Settings, maps, the policy of pages, sessions and limits on guessing, each changed on one server. */
const changesOf = async (
  { api }: Server,
  technician: Member,
): Promise<{ changes: Change[]; undo: () => Promise<void> }> => {
  const { must, send } = api
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
  const guest = await api.signIn('operator')
  const guesser = freshAddress()
  const guess = (on: Server) =>
    on.api.send('POST', '/auth/login', { body: { username: 'nobody-here', password: 'a wrong one' }, headers: guesser })
  const changes: Change[] = [
    { name: 'the name of the server', make: set({ name: 'Agreed' }), arrived: has('name', 'Agreed') },
    {
      name: 'offline mode',
      make: set({ offlineMode: !settings.offlineMode }),
      arrived: has('offlineMode', !settings.offlineMode),
    },
    {
      name: 'the public map',
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
  ]
  const undo = async () => {
    const here = { url: '', api }
    await set({ name: settings.name, offlineMode: settings.offlineMode, publicMap: settings.publicMap })(here)
    await setMap(map)(here)
    await setBoard({ isOn: link !== null && board.isOn, origins: board.origins })(here)
  }
  return { changes, undo }
}

/** How long the other server took to know each change, in ms. */
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
