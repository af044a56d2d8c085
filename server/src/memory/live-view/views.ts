import type { Copy } from './memory.ts'

/** `revision` is another number after every change and is never used again: equal revisions mean equal contents. */
export type Snapshot<T> = { revision: number; data: T }

/** The AOIs that changed since a copy was read, and still have to be read again. */
export type Pending = Set<string>

export type LiveCopy<T> = Snapshot<T> &
  Copy & {
    pending: Pending
    loadedAtMs: number
    /** Whether somebody asked for it since it was loaded. */
    isUsed: boolean
    upToDate: () => Promise<void>
    /** It may hold a row that is no longer in the database, and answers no more. */
    hasGoneRow: boolean
  }

/** `isSmall` and `rowCount` are known long before the load is `done`. */
export type Loading = { pending: Pending; isSmall: Promise<boolean>; rowCount: Promise<number>; done: Promise<void> }

export type View<T> = {
  key: string
  serviceId: string
  copy?: LiveCopy<T> | undefined
  loading?: Loading | undefined
  retryAtMs: number
  bytesPerRow: number
}

/** The views that somebody asked for, by key and by service. */
export class Views<T> {
  readonly #create: (key: string) => View<T>
  readonly #byKey = new Map<string, View<T>>()
  readonly #byService = new Map<string, View<T>[]>()

  constructor(create: (key: string) => View<T>) {
    this.#create = create
  }

  of(key: string): View<T> {
    const known = this.#byKey.get(key)
    if (known) return known
    const view = this.#create(key)
    this.#byKey.set(key, view)
    this.#byService.set(view.serviceId, [...this.ofService(view.serviceId), view])
    return view
  }

  find(key: string): View<T> | undefined {
    return this.#byKey.get(key)
  }

  ofService(serviceId: string): readonly View<T>[] {
    return this.#byService.get(serviceId) ?? []
  }

  all(): View<T>[] {
    return [...this.#byKey.values()]
  }
}
