import { setTimeout as pause } from 'node:timers/promises'
import type { LiveMessage } from '#contract'
import { failureList, type Trial } from './trial.ts'
import { type Api, type Member, reportForm } from './world/api.ts'
import { strain } from './world/restarts.ts'
import { startSecondServer } from './world/second-server.ts'
import { addService, type SecondService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'
import { isReady, openStream, type Stream } from './world/stream.ts'

const ROUNDS = { quick: 1, whole: 15 }
const SILENT_MS = 1_000
/** A stream that is still open after this time will never end. */
const GIVE_UP_MS = 60_000

/** `second` is another session of the same member. */
type Scene = { api: Api; admin: Member; victim: Member; victimId: string; second: Member }

const ways: Record<string, (scene: Scene) => Promise<unknown>> = {
  'signs out': ({ api, victim }) => api.must(api.send('POST', '/auth/logout', victim)),
  'is ended from another device': async ({ api, victim, second }) => {
    const { sessions } = await api.must(api.send('GET', '/auth/sessions', victim))
    const { _id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    await api.must(api.send('DELETE', `/auth/sessions/${_id}`, second))
  },
  'has its password changed': ({ api, second }) => {
    const body = { currentPassword: second.password, newPassword: 'quite another password' }
    return api.must(api.send('POST', '/auth/password', { ...second, body }))
  },
  'is challenged': ({ api, admin, victimId }) =>
    api.must(api.send('POST', `/auth/identify-check/${victimId}`, { ...admin, body: {} })),
  'gets a re-entry link': ({ api, admin, victimId }) => api.must(api.send('POST', `/user/re-entry/${victimId}`, admin)),
  'is removed': ({ api, admin, victimId }) => api.must(api.send('DELETE', `/user/delete/${victimId}`, admin)),
  'deletes itself': ({ api, victim }) => api.must(api.send('DELETE', '/user/profile', victim)),
}

/** A change that reduces the rights of a member, and a call that is allowed only before the change. */
type Demotion = { name: string; change: object; call: (api: Api, token: string) => ReturnType<Api['send']> }

const demotionsIn = async (api: Api, { technician, eventTypeId }: SecondService): Promise<Demotion[]> => {
  const role = {
    name: 'Looks on',
    actions: [],
    publicActions: [],
    isViewer: true,
    defaultView: 'MAP',
    defaultMetrics: [],
  }
  const { _id: viewers } = await api.must(api.send('POST', '/roles', { ...technician, body: role }))
  return [
    {
      name: 'is no longer Admin',
      change: { type: 'Operator' },
      call: (to, token) => to.send('GET', '/audit', { token }),
    },
    {
      name: 'may only look on',
      change: { role: viewers },
      call: (to, token) => to.send('POST', '/aoi', { token, body: reportForm(eventTypeId) }),
    },
  ]
}

const idOf = async (api: Api, member: Member): Promise<string> =>
  (await api.must(api.send('GET', '/user/profile', member)))._id

export const trial: Trial = {
  id: 'R6',
  title: 'Ended sessions and removed rights, on two servers',
  isInTests: true,
  run: async ({ isQuick }) => {
    const rounds = isQuick ? ROUNDS.quick : ROUNDS.whole
    const failures = failureList()
    const first = await sharedServer()
    const second = await startSecondServer(first.folder)
    const servers = [first, second]
    const owner = await first.api.signIn('technician')
    const service: SecondService = await addService(first.api, owner)
    const demotions = await demotionsIn(first.api, service)
    let people = 0
    let ends = 0
    let slowestMs = 0

    const openBoth = async (member: Member): Promise<Stream[]> => {
      const streams = servers.map(({ url }) => openStream(url, { token: member.token }))
      await Promise.all(streams.map(({ waitFor }) => waitFor(isReady)))
      return streams
    }

    const endBy = async (way: string, server: { api: Api }) => {
      const { api } = server
      const victim = await api.invite(service.technician, 'Operator', `r6-${++people}-${Date.now()}`)
      const other = await api.signIn(victim.username, victim.password)
      const victimId = await idOf(api, victim)
      const streams = await openBoth(victim)
      await ways[way]!({ api, admin: service.technician, victim, victimId, second: other })
      const begin = performance.now()
      for (const [index, { api: asked }] of servers.entries()) {
        const { status } = await asked.send('GET', '/user/profile', victim)
        if (status !== 401) failures.add(`${way}: server ${index + 1} answers ${status} to the ended session`)
      }
      const endedAt = await Promise.all(
        streams.map(({ ended }) => Promise.race([ended, pause(GIVE_UP_MS, Number.POSITIVE_INFINITY)])),
      )
      for (const at of endedAt) {
        ends++
        const tookMs = at - begin
        slowestMs = Math.max(slowestMs, tookMs)
        if (tookMs > SILENT_MS * strain()) failures.add(`${way}: a stream ended after ${Math.round(tookMs)} ms`)
      }
    }

    const demote = async ({ name, change, call }: Demotion, { api }: { api: Api }) => {
      const victim = await api.invite(service.technician, 'Admin', `r6-${++people}-${Date.now()}`)
      const victimId = await idOf(api, victim)
      await api.must(call(api, victim.token))
      await api.must(api.send('PATCH', `/user/${victimId}`, { ...service.technician, body: change }))
      for (const [index, { api: asked }] of servers.entries()) {
        const { status } = await call(asked, victim.token)
        if (status !== 403) failures.add(`${name}: server ${index + 1} still answers ${status}`)
      }
    }

    /**
     * A member of the demo loses access to the second service. Its messages must no longer arrive through any server.
     */
    const hideService = async ({ api }: { api: Api }) => {
      const victim = await api.invite(owner, 'Operator', `r6-${++people}-${Date.now()}`)
      const userId = await idOf(api, victim)
      const provide = (services: string[]) =>
        api.must(api.send('POST', '/user/provide-services', { ...owner, body: { userId, services } }))
      await provide([service.id])
      const asked = await api.must(api.send('GET', '/user/requests', service.admin))
      const { _id } = asked.find(({ user }: { user: { _id: string } }) => user._id === userId)
      await api.must(api.send('PATCH', `/user/requests/${_id}`, { ...service.admin, body: { decision: 'approved' } }))
      const streams = await openBoth(victim)
      await provide([])
      const isReload = ({ type }: LiveMessage) => type === 'RESYNC'
      await Promise.all(streams.map(({ waitFor }) => waitFor(isReload)))
      const { _id: hidden } = await api.must(
        api.send('POST', '/aoi', { ...service.technician, body: reportForm(service.eventTypeId) }),
      )
      // Messages arrive in order. Once the change of the member's own name arrives, so have all earlier messages.
      await api.must(api.send('PATCH', '/user/profile', { ...victim, body: { firstName: 'Seen' } }))
      const isOwn = (message: LiveMessage) => message.type === 'USER_UPDATED' && message.userId === userId
      await Promise.all(streams.map(({ waitFor }) => waitFor(isOwn)))
      for (const { received, close } of streams) {
        if (JSON.stringify(received).includes(hidden)) failures.add('a service that is hidden again still sends')
        close()
      }
    }

    for (let round = 0; round < rounds; round++) {
      for (const [index, way] of Object.keys(ways).entries()) await endBy(way, servers[(round + index) % 2]!)
      for (const demotion of demotions) await demote(demotion, servers[round % 2]!)
      await hideService(servers[round % 2]!)
    }
    await second.remove()
    return {
      counts: {
        'ways out': Object.keys(ways).length,
        'ways to lose rights': demotions.length + 1,
        'streams ended': ends,
        'ms at most': Math.round(slowestMs),
        'kept a right or a stream': failures.count,
      },
      failures: failures.all(),
    }
  },
}
