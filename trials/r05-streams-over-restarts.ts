import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { failureList, type Trial } from './trial.ts'
import { type Api, addEventType, atOnce, reportForm } from './world/api.ts'
import { resumingClient } from './world/resuming-client.ts'
import { type SecondServer, startSecondServer } from './world/second-server.ts'
import { sharedServer } from './world/server.ts'

const STREAMS = { quick: 60, whole: 5_000 }
const RESTARTS = { quick: 1, whole: 10 }
/** Number of reports before, during and after each restart. */
const EVENTS_AT_ONCE = { quick: 8, whole: 20 }
/** The server allows 32 streams per session. */
const STREAMS_PER_SESSION = 30
const RECONNECT_MS = { quick: 200, whole: 2_000 }
const MOST_OPENING = 200
/** Open files that the trial and the server need besides the streams. */
const OTHER_FILES = 500
const POLL_MS = 200
/** Time without messages after which the trial stops waiting. */
const GIVE_UP_MS = 60_000

/**
 * Maximum number of streams. Each is an open file in the trial and in the server. Node raises its own limit to the hard
 * limit.
 */
const mostStreams = (): number => {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit) - OTHER_FILES
}

const signInMany = async (api: Api, sessions: number): Promise<string[]> => {
  const names = ['technician', 'admin', 'operator', 'viewer']
  return (await atOnce(4, sessions, (number) => api.signIn(names[number % names.length]!))).map(({ token }) => token)
}

export const trial: Trial = {
  id: 'R5',
  title: 'Live streams over restarts of the server',
  run: async ({ isQuick }) => {
    const size = isQuick ? 'quick' : 'whole'
    const streams = Math.min(STREAMS[size], mostStreams())
    const restarts = RESTARTS[size]
    const failures = failureList()
    const { api, folder } = await sharedServer()
    const technician = await api.signIn('technician')
    const eventTypeId = await addEventType(api, technician, 'Restarts')
    const tokens = await signInMany(api, Math.ceil(streams / STREAMS_PER_SESSION))
    let current: SecondServer = await startSecondServer(folder)
    const clients = Array.from({ length: streams }, (_, index) =>
      resumingClient(() => current.url, tokens[Math.floor(index / STREAMS_PER_SESSION)]!, RECONNECT_MS[size]),
    )
    await atOnce(MOST_OPENING, streams, (index) => clients[index]!.open())

    const made: string[] = []
    const report = async () => {
      const { _id } = await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId) }))
      made.push(_id)
    }
    const reportMany = async () => {
      for (let event = 0; event < EVENTS_AT_ONCE[size]; event++) await report()
    }
    for (let restart = 0; restart < restarts; restart++) {
      const old = current
      const reporting = reportMany()
      current = await startSecondServer(folder)
      // Reports continue while streams are cut. Every other server is killed, perhaps in the middle of a frame.
      await Promise.all([reporting, reportMany(), restart % 2 === 0 ? old.end('SIGKILL') : old.stop()])
      await old.remove()
      await reportMany()
      // Waits for all streams, because a stream that is still away would count one interruption for two restarts.
      const isAway = () => clients.some(({ state }) => state().resumed <= restart)
      for (let waitedMs = 0; isAway() && waitedMs < GIVE_UP_MS; waitedMs += POLL_MS) await pause(POLL_MS)
    }

    const missing = () => clients.reduce((sum, { created }) => sum + made.filter((id) => !created.has(id)).length, 0)
    let left = missing()
    for (let waitedMs = 0; left > 0 && waitedMs < GIVE_UP_MS; waitedMs += POLL_MS) {
      await pause(POLL_MS)
      const now = missing()
      if (now < left) waitedMs = 0
      left = now
    }
    const doubled = clients.reduce(
      (sum, { created }) => sum + made.filter((id) => (created.get(id) ?? 0) > 1).length,
      0,
    )
    const states = clients.map(({ state }) => state())
    const sum = (name: 'outOfOrder' | 'resyncs' | 'resumed') => states.reduce((total, state) => total + state[name], 0)
    await Promise.all(clients.map(({ close }) => close()))
    await current.remove()
    if (left > 0) failures.add(`${left} messages were lost`)
    if (doubled > 0) failures.add(`${doubled} messages came twice`)
    if (sum('outOfOrder') > 0) failures.add(`${sum('outOfOrder')} messages came out of order`)
    if (sum('resyncs') > 0) failures.add(`${sum('resyncs')} times a stream was told to load everything again`)
    if (sum('resumed') < streams * restarts) failures.add(`only ${sum('resumed')} streams resumed`)
    return {
      counts: {
        streams,
        restarts,
        'streams resumed': sum('resumed'),
        messages: made.length * streams,
        lost: left,
        doubled,
      },
      failures: failures.all(),
    }
  },
}
