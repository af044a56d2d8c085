import { Problem } from '#contract'
import { currentHolder } from './holder.ts'
import { pack, seal, unpack, unseal } from './seal.ts'
import { deviceStore, type Holder } from './store.ts'
import { isSendable, showUnsentWork, unsentWork, type Work } from './unsent.ts'

type NewWork = Pick<Work, 'kind' | 'body' | 'file' | 'draft' | 'key' | 'waitsFor'>
type StoredWork = Omit<Work, 'id' | 'file' | 'state'> & { isRefused?: boolean }

/** How long what has arrived is still shown as such. */
const CONFIRMED_MS = 6000
const LOCK = 'cohesion.outgoing'
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : undefined

/** What is sent, by its kind: answers what those need to know who wait for it. Throws a `Problem` where it is refused. */
export type Senders = Record<string, (work: Work) => Promise<unknown>>

const holderOrThrow = async (): Promise<Holder> => {
  const holder = await currentHolder()
  if (!holder) throw new Problem('network')
  return holder
}

const write = async (holder: Holder, { id, file, state, ...work }: Omit<Work, 'id'> & { id?: number }) => {
  const written: StoredWork = { ...work, isRefused: state === 'refused' }
  const sealed = await seal(holder.key, await pack(written, file))
  return (await deviceStore()).put('work', { ...(id !== undefined && { id }), account: holder.account, sealed })
}

const read = async (holder: Holder): Promise<Work[]> => {
  const kept = await (await deviceStore()).getAllFromIndex('work', 'account', holder.account)
  return Promise.all(
    kept
      .sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
      .map(async ({ id = 0, sealed }) => {
        const { value, file } = unpack<StoredWork>(await unseal(holder.key, sealed))
        const { isRefused, ...work } = value
        return { ...work, id, file, state: isRefused ? ('refused' as const) : ('waiting' as const) }
      }),
  )
}

const change = (id: number, changed: Partial<Work>) =>
  showUnsentWork(unsentWork().map((work) => (work.id === id ? { ...work, ...changed } : work)))
const forget = (id: number) => showUnsentWork(unsentWork().filter((work) => work.id !== id))

/** Shows what this device holds for whoever is signed in; what another tab is sending stays as it is shown. */
export const loadWork = async (): Promise<void> => {
  const holder = await currentHolder()
  const confirmed = unsentWork().filter(({ state }) => state === 'confirmed')
  showUnsentWork([...(holder ? await read(holder) : []), ...confirmed])
}
channel?.addEventListener('message', () => void loadWork().catch(() => {}))

/** Keeps work for when there is a line again. Throws where there is no room for it. */
export const keepForLater = async (made: NewWork): Promise<void> => {
  const holder = await holderOrThrow()
  // What it is to wait for may have arrived a moment ago.
  const arrived = made.waitsFor && unsentWork().find(({ key, state }) => key === made.waitsFor && state === 'confirmed')
  const freed = arrived ? { waitsFor: undefined, known: arrived.known } : {}
  const work = { ...made, ...freed, madeAt: Date.now(), state: 'waiting' as const }
  const id = await write(holder, work)
  showUnsentWork([...unsentWork(), { ...work, id }])
  channel?.postMessage('kept')
}

export const dropWork = async (...ids: number[]): Promise<void> => {
  const store = await deviceStore()
  for (const id of ids) {
    await store.delete('work', id)
    forget(id)
  }
  channel?.postMessage('dropped')
}

/** What waited for it can go on: it is with the server now, which made this of it. */
export const settle = async (key: string, known: unknown): Promise<void> => {
  const holder = await holderOrThrow()
  for (const work of unsentWork().filter(({ waitsFor }) => waitsFor === key)) {
    const freed = { ...work, waitsFor: undefined, known }
    await write(holder, freed)
    change(work.id, freed)
  }
}

/** It is sent once more, as it is. */
export const tryAgain = async (id: number): Promise<void> => {
  const work = unsentWork().find((one) => one.id === id)
  if (!work) return
  const again = { ...work, state: 'waiting' as const, problem: undefined }
  await write(await holderOrThrow(), again)
  change(id, again)
}

/** The server was not reached, or not in the mood: nothing is wrong with the work. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Problem) ||
  error.statusCode === 0 ||
  error.statusCode >= 500 ||
  [401, 408, 429].includes(error.statusCode)

/** One by one, in the order in which it was made; what waits for other work comes after it. False when the line broke. */
const drain = async (senders: Senders): Promise<boolean> => {
  const holder = await holderOrThrow()
  await loadWork()
  const next = () => unsentWork().find((work) => isSendable(work) && senders[work.kind])
  for (let work = next(); work; work = next()) {
    const { id, key } = work
    change(id, { state: 'sending' })
    let known: unknown
    try {
      known = await senders[work.kind]?.(work)
    } catch (error) {
      if (isPassing(error)) {
        change(id, { state: 'waiting' })
        return false
      }
      const { code, fields } = error as Problem
      const refused = { ...work, state: 'refused' as const, problem: { code, fields } }
      await write(holder, refused)
      change(id, refused)
      continue
    }
    // Before it is forgotten: if this page ends now, it is sent once more, and is the same one.
    if (key) await settle(key, known)
    await (await deviceStore()).delete('work', id)
    change(id, { state: 'confirmed', file: undefined, known })
    setTimeout(() => forget(id), CONFIRMED_MS)
  }
  channel?.postMessage('sent')
  return true
}

/** Only one tab sends at a time; where browsers cannot agree on that, the server tells a repeat by its nonce. */
export const sendWork = async (senders: Senders): Promise<boolean> => {
  if (!navigator.locks) return drain(senders)
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? drain(senders) : true))
}
