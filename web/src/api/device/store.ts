import { type DBSchema, openDB } from 'idb'

/** Bytes encrypted with the account's key, which is deleted at sign-out. */
export type SealedBytes = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** The account signed in on this device, its session and its key. `key` is null where the browser cannot encrypt. */
export type Holder = { account: string; session: string; key: CryptoKey | null }

export type SealedAnswer = { account: string; at: number; sealed: SealedBytes }
export type SealedRequest = { id?: number; account: string; sealed: SealedBytes }

interface Device extends DBSchema {
  holder: { key: 'current'; value: Holder }
  answers: { key: string; value: SealedAnswer; indexes: { at: number } }
  /** `id` increases with each request, so the order of ids is the order of requests. */
  work: { key: number; value: SealedRequest; indexes: { account: string } }
}

let opened: ReturnType<typeof open> | undefined

const open = () =>
  openDB<Device>('cohesion', 1, {
    upgrade: (db) => {
      db.createObjectStore('holder')
      db.createObjectStore('answers').createIndex('at', 'at')
      db.createObjectStore('work', { keyPath: 'id', autoIncrement: true }).createIndex('account', 'account')
    },
    // Closes the database if another tab needs to upgrade it; the next caller reopens it, as after the browser closed
    // it.
    blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined
    },
  })

export const deviceStore = () => {
  opened ??= open()
  return opened
}
