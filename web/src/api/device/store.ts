import { type DBSchema, openDB } from 'idb'

/** What is kept of an account is readable only with its key, which goes when it signs out. */
export type SealedBytes = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** Who is signed in on this device, by its session, and its key; none where the browser cannot seal. */
export type Holder = { account: string; session: string; key: CryptoKey | null }

export type KeptAnswer = { account: string; at: number; sealed: SealedBytes }
export type KeptWork = { id?: number; account: string; sealed: SealedBytes }

interface Device extends DBSchema {
  holder: { key: 'current'; value: Holder }
  answers: { key: string; value: KeptAnswer; indexes: { at: number } }
  /** In the order in which it was made. */
  work: { key: number; value: KeptWork; indexes: { account: string } }
}

let opened: ReturnType<typeof open> | undefined

const open = () =>
  openDB<Device>('cohesion', 1, {
    upgrade: (db) => {
      db.createObjectStore('holder')
      db.createObjectStore('answers').createIndex('at', 'at')
      db.createObjectStore('work', { keyPath: 'id', autoIncrement: true }).createIndex('account', 'account')
    },
    // Another tab has a newer version of the app, or the browser closed it: the next one who asks opens it anew.
    blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined
    },
  })

export const deviceStore = () => {
  opened ??= open()
  return opened
}
