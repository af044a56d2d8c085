import { setTimeout as sleep } from 'node:timers/promises'
import { API_KEY_HEADER, BASE_PATH } from '#contract'

const POLL_MS = 100

/** What a server tells Prometheus, from this machine. */
const metricsOf = async (origin: string): Promise<string> => (await fetch(`${origin}/metrics`)).text()

/** The sum of a metric over the values of its label. */
const byLabel = (metrics: string, name: string): Map<string, number> =>
  new Map(
    [...metrics.matchAll(new RegExp(`^cohesion_${name}\\{\\w+="(\\w+)"\\} (\\S+)$`, 'gm'))].map(([, label, value]) => [
      label ?? '',
      Number(value),
    ]),
  )

/** What all engines hold, as they count it themselves. */
export const bytesInMemory = async (origin: string): Promise<number> =>
  byLabel(await metricsOf(origin), 'memory_bytes')
    .values()
    .reduce((sum, bytes) => sum + bytes, 0)

/** What an engine's copies take together. */
export const memoryBytes = async (origin: string, engine: Engine): Promise<number> =>
  byLabel(await metricsOf(origin), 'memory_bytes').get(engine) ?? 0

type Engine = 'map' | 'counts' | 'dashboard' | 'metrics'

/** Resolves when these engines hold so many events: whoever asked for them before began their loading. */
export async function untilInMemory(
  origin: string,
  events: number,
  engines: readonly Engine[] = ['map'],
): Promise<void> {
  for (;;) {
    const rows = byLabel(await metricsOf(origin), 'memory_rows')
    if (engines.every((engine) => (rows.get(engine) ?? 0) >= events)) return
    await sleep(POLL_MS)
  }
}

/** Resolves when so many metrics of entries, answers and regions are in memory. */
export async function untilMetricsInMemory(origin: string, metrics: number): Promise<void> {
  while ((byLabel(await metricsOf(origin), 'memory_services').get('metrics') ?? 0) < metrics) await sleep(POLL_MS)
}

export const signIn = async (origin: string, key: string, username = 'operator'): Promise<Record<string, string>> => {
  const response = await fetch(`${origin}${BASE_PATH}/auth/login`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: key, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'cohesion-demo' }),
  })
  const { accessToken } = (await response.json()) as { accessToken: string }
  return { [API_KEY_HEADER]: key, authorization: `Bearer ${accessToken}` }
}

/** Requests a tile, which begins the loading. */
export async function askForMemory(origin: string, headers: Record<string, string>): Promise<void> {
  await (await fetch(`${origin}${BASE_PATH}/aoi/tiles/0/0/0`, { headers })).arrayBuffer()
}

/** Waits until a tile is answered from memory. */
export async function loadIntoMemory(origin: string, headers: Record<string, string>, events: number): Promise<void> {
  await askForMemory(origin, headers)
  await untilInMemory(origin, events)
}
