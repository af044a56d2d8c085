import type { Scene } from './shortages/crowd.ts'
import { exhaustPool, pauseDatabase } from './shortages/database.ts'
import { fillUpDisk } from './shortages/disk.ts'
import { floodHttp2 } from './shortages/http2-floods.ts'
import { sendSlowly, stallReaders } from './shortages/slow-clients.ts'
import { failureList, type Trial } from './trial.ts'
import { addEventType } from './world/api.ts'
import { sharedServer } from './world/server.ts'

type Counts = { acknowledged: number; putOff: number; recoveredMs: number }

export const trial: Trial = {
  id: 'R17',
  title:
    'Full disk, no free connection, a database that stands still, readers that stall, uploads that drip, floods over HTTP/2',
  run: async ({ isQuick }) => {
    const failures = failureList()
    const { url, api, folder, memoryBytes } = await sharedServer()
    const technician = await api.signIn('technician')
    const eventTypeId = await addEventType(api, technician, 'Shortages')
    const scene: Scene = { url, api, technician, eventTypeId, isQuick, fail: failures.add }
    const all: Counts[] = [await pauseDatabase(scene, folder), await stallReaders(scene, memoryBytes)]
    // These shortages wait 10 s or more for a connection or a slow client, too long for a quick run.
    if (!isQuick) all.push(await exhaustPool(scene, folder), await sendSlowly(scene))
    const floods = await floodHttp2({ isQuick, fail: failures.add })
    const disk = isQuick ? undefined : await fillUpDisk(scene)
    if (disk) all.push(disk)
    const sum = (name: 'acknowledged' | 'putOff') => all.reduce((total, counts) => total + counts[name], 0)
    return {
      counts: {
        shortages: all.length,
        ...(!isQuick && !disk && { 'full disk': 'cannot be tried on this system' }),
        'acknowledged reports': sum('acknowledged'),
        'answers “come again”': sum('putOff'),
        'ms until recovered at most': Math.round(Math.max(...all.map(({ recoveredMs }) => recoveredMs))),
        ...floods,
        'lost, doubled or unclear': failures.count,
      },
      failures: failures.all(),
    }
  },
}
