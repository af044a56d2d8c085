import { createECDH, randomBytes } from 'node:crypto'
import type { Api, Member } from './api.ts'
import { readRows } from './database.ts'
import type { SecondService } from './second-service.ts'
import { isReady, openStream } from './stream.ts'

/** Counts, charts and tiles of a service. Changes of another service must not affect them. */
const countPaths = [
  '/aoi/generic-metrics',
  '/aoi/state-metrics',
  '/aoi/shared-metrics',
  '/aoi/chart?timeZone=UTC',
  '/aoi/extent',
  '/aoi/tiles/0/0/0',
  '/dashboard?timeZone=UTC',
  '/community-servers/communities',
  '/calendar?from=2026-01-01&to=2030-12-31&timeZone=UTC',
]

/** Live messages of all services share one numbering, so the position changes with every service. */
const withoutPosition = (text: string): string => text.replace(/,"includes":\{[^}]*\}/, '')

const PUSH_SERVICE = 'https://push.example.org/'

const registerDevice = async (api: Api, member: Member) => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const device = {
    endpoint: `${PUSH_SERVICE}${randomBytes(8).toString('hex')}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
  await api.must(api.send('POST', '/user/register-device', { ...member, body: { device } }))
}

/** Members of a service who make no changes, but have live streams, push devices and a calendar program. */
export const addBystanders = async (
  { api, url, folder }: { api: Api; url: string; folder: string },
  service: SecondService,
) => {
  const names = ['technician', 'admin', 'operator', 'viewer'] as const
  const lookers = names.map((name) => service[name])
  const streams = lookers.map(({ token }) => openStream(url, { token }))
  await Promise.all(streams.map(({ waitFor }) => waitFor(isReady)))
  for (const member of lookers) await registerDevice(api, member)
  const { link } = await api.must(api.send('POST', '/calendar/feeds', { ...service.technician, body: {} }))
  const countsOf = async (): Promise<string> => {
    const answers = lookers.flatMap((member) => countPaths.map((path) => api.send('GET', path, member)))
    return (await Promise.all(answers)).map(({ status, text }) => `${status} ${withoutPosition(text)}`).join('\n')
  }
  return {
    countsOf,
    received: async (): Promise<Record<string, string>> => {
      const deliveries = await readRows(
        folder,
        `select to_jsonb(d)::text as row from delivery d join member m on m.id = d.member_id where m.service_id = $1`,
        [service.id],
      )
      const path = new URL(link).pathname
      const messages = streams.map(({ received }) => JSON.stringify(received.map(({ message }) => message)))
      return {
        ...Object.fromEntries(messages.map((text, at) => [`a live message to the ${names[at]}`, text])),
        'a delivery': JSON.stringify(deliveries),
        'a calendar feed': await (await fetch(url + path)).text(),
      }
    },
    /**
     * Signs the members out and deletes their devices. Messages to the devices would change the database under later
     * trials.
     */
    leave: async () => {
      for (const { close } of streams) close()
      for (const member of lookers) await api.send('POST', '/auth/logout', member)
      await readRows(folder, 'delete from push_device where endpoint like $1', [`${PUSH_SERVICE}%`])
    },
  }
}
