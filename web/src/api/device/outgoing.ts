import { Problem } from '#contract'
import { currentHolder } from './holder.ts'
import { pack, seal, unpack, unseal } from './seal.ts'
import { deviceStore, type Holder } from './store.ts'
import { isSendable, type OutgoingRequest, outgoingRequests, setOutgoingRequests } from './unsent.ts'

type NewRequest = Pick<OutgoingRequest, 'kind' | 'body' | 'file' | 'draft' | 'key' | 'waitsFor'>
type StoredRequest = Omit<OutgoingRequest, 'id' | 'file' | 'state'> & { isRefused?: boolean }

/** Time for which an accepted request is shown as sent. */
const CONFIRMED_MS = 6000
const LOCK = 'cohesion.outgoing'
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : undefined

/**
 * Functions that send a request, by kind. They return the result that dependent requests need, and throw a `Problem` if
 * the server rejects the request.
 */
export type Senders = Record<string, (request: OutgoingRequest) => Promise<unknown>>

const holderOrThrow = async (): Promise<Holder> => {
  const holder = await currentHolder()
  if (!holder) throw new Problem('network')
  return holder
}

const write = async (
  holder: Holder,
  { id, file, state, ...request }: Omit<OutgoingRequest, 'id'> & { id?: number },
) => {
  const written: StoredRequest = { ...request, isRefused: state === 'refused' }
  const sealed = await seal(holder.key, await pack(written, file))
  return (await deviceStore()).put('work', { ...(id !== undefined && { id }), account: holder.account, sealed })
}

const read = async (holder: Holder): Promise<OutgoingRequest[]> => {
  const rows = await (await deviceStore()).getAllFromIndex('work', 'account', holder.account)
  return Promise.all(
    rows
      .sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
      .map(async ({ id = 0, sealed }) => {
        const { value, file } = unpack<StoredRequest>(await unseal(holder.key, sealed))
        const { isRefused, ...request } = value
        return { ...request, id, file, state: isRefused ? ('refused' as const) : ('waiting' as const) }
      }),
  )
}

const change = (id: number, changed: Partial<OutgoingRequest>) =>
  setOutgoingRequests(outgoingRequests().map((request) => (request.id === id ? { ...request, ...changed } : request)))
const forget = (id: number) => setOutgoingRequests(outgoingRequests().filter((request) => request.id !== id))

export const loadOutgoing = async (): Promise<void> => {
  const holder = await currentHolder()
  const confirmed = outgoingRequests().filter(({ state }) => state === 'confirmed')
  setOutgoingRequests([...(holder ? await read(holder) : []), ...confirmed])
}
channel?.addEventListener('message', () => void loadOutgoing().catch(() => {}))

/** Stores a request until the server is reachable. Throws if the device is full. */
export const keepForLater = async (newRequest: NewRequest): Promise<void> => {
  const holder = await holderOrThrow()
  // The request on which this one depends may have been accepted a moment ago; this one must not wait for it.
  const arrived =
    newRequest.waitsFor &&
    outgoingRequests().find(({ key, state }) => key === newRequest.waitsFor && state === 'confirmed')
  const freed = arrived ? { waitsFor: undefined, known: arrived.known } : {}
  const request = { ...newRequest, ...freed, madeAt: Date.now(), state: 'waiting' as const }
  const id = await write(holder, request)
  setOutgoingRequests([...outgoingRequests(), { ...request, id }])
  channel?.postMessage('kept')
}

export const dropOutgoing = async (...ids: number[]): Promise<void> => {
  const store = await deviceStore()
  for (const id of ids) {
    await store.delete('work', id)
    forget(id)
  }
  channel?.postMessage('dropped')
}

export const settle = async (key: string, known: unknown): Promise<void> => {
  const holder = await holderOrThrow()
  for (const request of outgoingRequests().filter(({ waitsFor }) => waitsFor === key)) {
    const freed = { ...request, waitsFor: undefined, known }
    await write(holder, freed)
    change(request.id, freed)
  }
}

export const tryAgain = async (id: number): Promise<void> => {
  const request = outgoingRequests().find((one) => one.id === id)
  if (!request) return
  const again = { ...request, state: 'waiting' as const, problem: undefined }
  await write(await holderOrThrow(), again)
  change(id, again)
}

/** Whether the server was unreachable or busy, so that a retry may succeed. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Problem) ||
  error.statusCode === 0 ||
  error.statusCode >= 500 ||
  [401, 408, 429].includes(error.statusCode)

/**
 * Sends requests in order, dependent requests after the one on which they depend. False if the server is unreachable.
 */
const drain = async (senders: Senders): Promise<boolean> => {
  const holder = await holderOrThrow()
  await loadOutgoing()
  const next = () => outgoingRequests().find((request) => isSendable(request) && senders[request.kind])
  for (let request = next(); request; request = next()) {
    const { id, key } = request
    change(id, { state: 'sending' })
    let known: unknown
    try {
      known = await senders[request.kind]?.(request)
    } catch (error) {
      if (isPassing(error)) {
        change(id, { state: 'waiting' })
        return false
      }
      const { code, fields } = error as Problem
      const refused = { ...request, state: 'refused' as const, problem: { code, fields } }
      await write(holder, refused)
      change(id, refused)
      continue
    }
    // Settles dependent requests before the deletion. If the page closes in between, the request is sent again and the
    // server recognises its nonce.
    if (key) await settle(key, known)
    await (await deviceStore()).delete('work', id)
    change(id, { state: 'confirmed', file: undefined, known })
    setTimeout(() => forget(id), CONFIRMED_MS)
  }
  channel?.postMessage('sent')
  return true
}

/**
 * A browser lock lets one tab send at a time. In browsers without locks two tabs may send the same request; the server
 * recognises its nonce.
 */
export const sendOutgoing = async (senders: Senders): Promise<boolean> => {
  if (!navigator.locks) return drain(senders)
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? drain(senders) : true))
}
