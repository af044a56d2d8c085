import type { Budget } from './budget.ts'
import type { OutboxWatermark } from './change-set.ts'
import type { AoiStore, Place } from './store.ts'

export type Log = Record<'info' | 'warn', (details: object, text: string) => void>

export type Listener = {
  /** A point was added, moved or removed, or something else about it changed. */
  moved(from: Place | null, to: Place | null): void
  /** Anything in the service may have changed; without an id, in any service. */
  reset(serviceId?: string): void
}

/**
 * `rows` and `bytes` are totals of all stores; `loads` and `givenUp` (evictions) count since the start of the server.
 */
export type MemoryState = { services: number; rows: number; bytes: number; loads: number; givenUp: number }

export type Loaded = { store: AoiStore; watermark: OutboxWatermark }
export type Loading = { isSmall: Promise<boolean>; rowCount: Promise<number>; done: Promise<void>; loaded?: Loaded }
export type Service = {
  id: string
  held?: { store: AoiStore; loadedAtMs: number; bytes(): number; giveUp(): void } | undefined
  loading?: Loading | undefined
  retryAtMs: number
}

export type Services = ReturnType<typeof openServices>

/** The services in use with their stores, within the budget of memory. */
export const openServices = (budget: Budget, log: Log) => {
  const services = new Map<string, Service>()
  const listeners: Listener[] = []
  const counts = { loads: 0, givenUp: 0 }

  const drop = (service: Service): void => {
    if (!service.held) return
    budget.forget(service.held)
    service.held = undefined
    for (const listener of listeners) listener.reset(service.id)
  }

  return {
    drop,
    all: () => services.values(),

    of: (id: string): Service => {
      const service = services.get(id) ?? { id, retryAtMs: 0 }
      services.set(id, service)
      return service
    },

    hold: (service: Service, store: AoiStore): void => {
      drop(service)
      const held = {
        store,
        loadedAtMs: performance.now(),
        bytes: () => store.bytes,
        giveUp: () => {
          counts.givenUp++
          drop(service)
          log.info({ serviceId: service.id }, 'memory: a service was evicted')
        },
      }
      service.held = held
      budget.hold(held)
      counts.loads++
    },

    reset: (): void => {
      for (const service of services.values()) drop(service)
      for (const listener of listeners) listener.reset()
    },

    listen: (listener: Listener) => listeners.push(listener),

    moved: (from: Place | null, to: Place | null): void => {
      for (const listener of listeners) listener.moved(from, to)
    },

    state: (): MemoryState => {
      const stores = [...services.values()].flatMap(({ held }) => held?.store ?? [])
      return {
        services: stores.length,
        rows: stores.reduce((sum, { length }) => sum + length, 0),
        bytes: stores.reduce((sum, { bytes }) => sum + bytes, 0),
        ...counts,
      }
    },
  }
}
