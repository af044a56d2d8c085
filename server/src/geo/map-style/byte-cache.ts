type Entry<T> = { value: T; bytes: number; endsAt: number }
export type LoadedValue<T> = { value: T; bytes: number; ttlMs: number }

/** An LRU cache limited by bytes. Concurrent callers share one load; failures are not cached. */
export const byteCache = <T>(maxBytes: number) => {
  const entries = new Map<string, Entry<T>>()
  const loading = new Map<string, Promise<T>>()
  let total = 0

  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const add = (key: string, { value, bytes, ttlMs }: LoadedValue<T>) => {
    remove(key)
    if (bytes > maxBytes) return
    entries.set(key, { value, bytes, endsAt: Date.now() + ttlMs })
    total += bytes
    for (const oldest of entries.keys()) {
      if (total <= maxBytes) break
      remove(oldest)
    }
  }
  const load = async (key: string, loader: () => Promise<LoadedValue<T>>): Promise<T> => {
    try {
      const loaded = await loader()
      add(key, loaded)
      return loaded.value
    } finally {
      loading.delete(key)
    }
  }

  return async (key: string, loader: () => Promise<LoadedValue<T>>): Promise<T> => {
    const entry = entries.get(key)
    if (entry && entry.endsAt > Date.now()) {
      // Reinserted at the end, so that the first key is the least recently used.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    }
    const running = loading.get(key) ?? load(key, loader)
    loading.set(key, running)
    return running
  }
}
