import { setTimeout as sleep } from 'node:timers/promises'
import { API_KEY_HEADER, BASE_PATH } from '#contract'

const POLL_MS = 100

const metricsOf = async (origin: string): Promise<string> => (await fetch(`${origin}/metrics`)).text()

const gaugeOf = async (origin: string, name: string): Promise<number> =>
  Number(new RegExp(`^cohesion_${name}\\{engine="map"\\} (\\S+)$`, 'm').exec(await metricsOf(origin))?.[1] ?? 0)

export const memoryBytes = (origin: string): Promise<number> => gaugeOf(origin, 'memory_bytes')

/** Resolves when this many events are in memory. An earlier request must have started the loading. */
export async function untilInMemory(origin: string, events: number): Promise<void> {
  while ((await gaugeOf(origin, 'memory_rows')) < events) await sleep(POLL_MS)
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

async function askForMemory(origin: string, headers: Record<string, string>): Promise<void> {
  await (await fetch(`${origin}${BASE_PATH}/aoi/tiles/0/0/0`, { headers })).arrayBuffer()
}

export async function loadIntoMemory(origin: string, headers: Record<string, string>, events: number): Promise<void> {
  await askForMemory(origin, headers)
  await untilInMemory(origin, events)
}
