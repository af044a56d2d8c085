import { setTimeout as pause } from 'node:timers/promises'
import { type Api, type Member, reportForm } from '../world/api.ts'
import { trialResources } from '../world/resources.ts'
import { strain } from '../world/restarts.ts'

export type Scene = {
  url: string
  api: Api
  technician: Member
  eventTypeId: string
  fail: (text: string) => void
  isQuick: boolean
}

const WRITERS = 4
const READERS = 4
const BETWEEN_MS = 50
const RECOVERED_MS = 30_000
/** `/readyz` must answer within a second, also during a shortage. A busy machine gets one more second. */
const TOLD_MS = 2_000

/**
 * People who work during a shortage. Each reply must be 200, or 503 with `Retry-After`; a report that got 503 is sent
 * again. `stop` returns the counts and checks that every acknowledged report is stored once.
 */
export const startCrowd = ({ api, technician, eventTypeId, fail }: Scene, name: string) => {
  const acknowledged: string[] = []
  let nonce = Date.now()
  let putOff = 0
  let isOver = false

  const judge = (text: string, answer: Awaited<ReturnType<Api['send']>> | Error): boolean => {
    if (answer instanceof Error) fail(`${name}: ${text} got no answer (${answer.cause ?? answer.message})`)
    else if (answer.status === 503 && answer.headers.get('retry-after')) putOff++
    else if (answer.status !== 200) fail(`${name}: ${text} got ${answer.status} ${answer.text.slice(0, 200)}`)
    return !(answer instanceof Error) && answer.status === 200
  }
  const read = async (path: string) => {
    while (!isOver) {
      judge(path, await api.send('GET', path, technician).catch((error: Error) => error))
      await pause(BETWEEN_MS)
    }
  }
  const write = async (writer: number) => {
    for (let number = 0; !isOver; number++) {
      const text = `R17 ${name} ${writer}-${number}`
      const more = { name: text, nonce: String(nonce++), description: `<p>${'rain '.repeat(1_000)}</p>` }
      const send = () =>
        api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId, more) }).catch((error: Error) => error)
      while (!judge('a report', await send())) {
        if (isOver) return
        await pause(BETWEEN_MS)
      }
      acknowledged.push(text)
    }
  }
  const working = [
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...Array.from({ length: READERS }, (_, reader) =>
      read(reader % 2 === 0 ? '/user/profile' : '/aoi/filtered?type=new&limit=20'),
    ),
  ]
  const end = trialResources.add(async () => {
    isOver = true
    await Promise.all(working)
  })
  return {
    acknowledged,
    putOff: () => putOff,
    stop: async () => {
      await end()
      const names = await allNames(api, technician)
      for (const text of acknowledged) {
        const copies = names.get(text) ?? 0
        if (copies !== 1) fail(`${name}: ${text} is stored ${copies} times`)
      }
      return { acknowledged: acknowledged.length, putOff }
    },
  }
}

const allNames = async (api: Api, member: Member): Promise<Map<string, number>> => {
  const names = new Map<string, number>()
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const path = `/aoi/filtered?type=all&limit=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const page: { total: { properties: { name: string } }[]; nextCursor?: string } = await api.must(
      api.send('GET', path, member),
    )
    for (const {
      properties: { name },
    } of page.total)
      names.set(name, (names.get(name) ?? 0) + 1)
    cursor = page.nextCursor ?? undefined
  }
  return names
}

const askReady = async (url: string) => {
  const begin = performance.now()
  const answer = await fetch(`${url}/readyz`)
  await answer.arrayBuffer()
  return { isReady: answer.status === 200, tookMs: performance.now() - begin }
}

export const waitUntilUnready = async ({ url, fail }: Scene, name: string): Promise<void> => {
  for (let tries = 0; tries < 200; tries++) {
    const { isReady, tookMs } = await askReady(url)
    if (tookMs > TOLD_MS * strain()) fail(`${name}: /readyz took ${Math.round(tookMs)} ms`)
    if (!isReady) return
    await pause(BETWEEN_MS)
  }
  fail(`${name}: /readyz never reported it`)
}

/** Call after the shortage. Waits until the server is ready and accepts reports again. Returns the time in ms. */
export const waitUntilRecovered = async (scene: Scene, crowd: ReturnType<typeof startCrowd>, name: string) => {
  const begin = performance.now()
  const enough = crowd.acknowledged.length + WRITERS
  const limitMs = RECOVERED_MS * strain()
  while (crowd.acknowledged.length < enough || !(await askReady(scene.url)).isReady) {
    if (performance.now() - begin > limitMs) {
      scene.fail(`${name}: no recovery within ${Math.round(limitMs / 1000)} s`)
      break
    }
    await pause(BETWEEN_MS)
  }
  return performance.now() - begin
}
