import { setTimeout as pause } from 'node:timers/promises'
import { failureList, type Trial } from './trial.ts'
import { addEventType, reportForm } from './world/api.ts'
import { readRows } from './world/database.ts'
import { sendUntilDone } from './world/persistent-writer.ts'
import { randomFrom } from './world/random.ts'
import { trialResources } from './world/resources.ts'
import { type KilledPart, startMortalServer, strain } from './world/restarts.ts'
import { noRequestLimits } from './world/server.ts'

const KILLS = { quick: 1, whole: 50 }
const PARTS = ['both', 'server', 'database'] as const satisfies KilledPart[]
const WRITERS = 8
const ENTRIES_PER_EVENT = 3
const MOST_BETWEEN = 120
const READY_MS = 5_000
const POLL_MS = 5

const timesStored = async (folder: string): Promise<Map<string, number>> => {
  const rows = await readRows<{ text: string; count: number }>(
    folder,
    `select text, count(*)::int as count from (
       select name as text from aoi where name like 'R4 %' union all select text from log_entry where text like 'R4 %') s
     group by text`,
  )
  return new Map(rows.map(({ text, count }) => [text, count]))
}

export const trial: Trial = {
  id: 'R4',
  title: 'kill -9 of server, database and both, while members write',
  isInTests: true,
  run: async ({ isQuick, seed }) => {
    const kills = isQuick ? KILLS.quick : KILLS.whole
    const random = randomFrom(seed)
    const failures = failureList()
    const server = await startMortalServer(noRequestLimits)
    const { token } = await server.api().signIn('technician')
    const eventTypeId = await addEventType(server.api(), { token }, 'Kills')
    const acknowledged: string[] = []
    let nonce = Date.now()
    let retried = 0
    let isOver = false

    const send = async (path: string, text: string, bodyWith: (nonce: string) => FormData | object) => {
      const body = bodyWith(String(nonce++))
      const { answer, tries } = await sendUntilDone(() => server.api().send('POST', path, { token, body }))
      acknowledged.push(text)
      retried += tries - 1
      return answer.json()
    }
    const report = (name: string) => send('/aoi', name, (own) => reportForm(eventTypeId, { name, nonce: own }))
    const write = async (writer: number) => {
      for (let event = 0; !isOver; event++) {
        const name = `R4 ${writer}-${event}`
        const { number } = await report(name)
        for (let entry = 0; entry < ENTRIES_PER_EVENT; entry++) {
          const text = `${name} entry ${entry}`
          await send(`/aoi/${number}/add-log`, text, (own) => ({ text, nonce: own }))
        }
      }
    }
    const writing = Array.from({ length: WRITERS }, (_, writer) =>
      write(writer).catch((error: Error) => failures.add(`writer ${writer}: ${error.message}`)),
    )

    const stopWriters = trialResources.add(async () => {
      isOver = true
    })

    const moreAcknowledged = async (more: number) => {
      const enough = acknowledged.length + more
      while (acknowledged.length < enough && failures.count === 0) await pause(POLL_MS)
    }
    let slowestMs = 0
    for (let kill = 0; kill < kills; kill++) {
      await moreAcknowledged(random.below(MOST_BETWEEN))
      const part = PARTS[kill % PARTS.length]!
      const tookMs = await server.kill(part)
      slowestMs = Math.max(slowestMs, tookMs)
      if (tookMs > READY_MS * strain()) failures.add(`kill ${kill + 1} (${part}): ready after ${Math.round(tookMs)} ms`)
    }
    await stopWriters()
    await Promise.all(writing)

    const stored = await timesStored(server.folder)
    const lost = acknowledged.filter((text) => !stored.has(text))
    const doubled = [...stored].filter(([, count]) => count > 1)
    for (const text of lost) failures.add(`${text} was acknowledged and is lost`)
    for (const [text, count] of doubled) failures.add(`${text} is there ${count} times`)
    if (retried === 0) failures.add('no write met a kill, so nothing was tried')
    await server.remove()
    return {
      counts: {
        kills,
        'acknowledged writes': acknowledged.length,
        retried,
        lost: lost.length,
        doubled: doubled.length,
        'ms until ready at most': Math.round(slowestMs),
      },
      failures: failures.all(),
    }
  },
}
