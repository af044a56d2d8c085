import { failureList, type Trial } from './trial.ts'
import { sendPatiently } from './world/api.ts'
import { sharedServer } from './world/server.ts'

const WRITERS = { quick: 40, whole: 200 }
const ENTRIES_EACH = 5

export const trial: Trial = {
  id: 'R16',
  title: 'Many concurrent writers on one event',
  isInTests: true,
  run: async ({ isQuick }) => {
    const writers = isQuick ? WRITERS.quick : WRITERS.whole
    const failures = failureList()
    const { api } = await sharedServer()
    const member = await api.signIn('technician')
    const page = await api.must(api.send('GET', '/aoi/filtered?type=new&limit=1', member))
    const { number, properties } = page.total[0]
    let retried = 0

    /** Sends the same nonce in each attempt, so that an entry whose reply was lost is not written twice. */
    const write = async (text: string, entryNonce: string) => {
      const body = { text, nonce: entryNonce }
      const answer = await sendPatiently(
        () => api.send('POST', `/aoi/${number}/add-log`, { ...member, body }),
        () => retried++,
      )
      if (answer.status !== 200) failures.add(`${text} got ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    const start = Date.now()
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let entry = 0; entry < ENTRIES_EACH; entry++)
          await write(`writer ${writer} entry ${entry}`, String(start + writer * ENTRIES_EACH + entry))
      }),
    )

    const aoi = await api.must(api.send('GET', `/aoi/nonce-pro/${properties.nonce}`, member))
    const texts: string[] = aoi.properties.logs.map(({ text }: { text: string }) => text)
    for (let writer = 0; writer < writers; writer++)
      for (let entry = 0; entry < ENTRIES_EACH; entry++) {
        const copies = texts.filter((text) => text === `writer ${writer} entry ${entry}`).length
        if (copies !== 1) failures.add(`entry ${entry} of writer ${writer} is stored ${copies} times`)
      }
    return {
      counts: { writers, entries: writers * ENTRIES_EACH, retried, 'lost or doubled': failures.count },
      failures: failures.all(),
    }
  },
}
