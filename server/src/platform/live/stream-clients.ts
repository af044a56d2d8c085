import type { OutboxRow } from './message.ts'
import type { StreamClient } from './stream-client.ts'

type Audience = Pick<OutboxRow, 'serviceId' | 'memberIds' | 'sessionId'>

const isForEveryone = ({ serviceId, memberIds, sessionId }: Audience) =>
  !serviceId && memberIds.length === 0 && !sessionId

export const isFor = (client: StreamClient, audience: Audience): boolean =>
  isForEveryone(audience) ||
  (audience.serviceId !== null && client.services.has(audience.serviceId)) ||
  audience.memberIds.includes(client.memberId) ||
  audience.sessionId === client.sessionId

export type StreamClients = ReturnType<typeof clientIndex>

/**
 * Indexes open streams by service, member and session, so that a few recipients among thousands are found directly.
 */
export function clientIndex() {
  const all = new Set<StreamClient>()
  const byService = new Map<string, Set<StreamClient>>()
  const byMember = new Map<string, Set<StreamClient>>()
  const bySession = new Map<string, Set<StreamClient>>()

  return {
    all: all as ReadonlySet<StreamClient>,

    add(client: StreamClient): void {
      all.add(client)
      put(byMember, client.memberId, client)
      put(bySession, client.sessionId, client)
    },

    remove(client: StreamClient): void {
      all.delete(client)
      take(byMember, client.memberId, client)
      take(bySession, client.sessionId, client)
      for (const service of client.services) take(byService, service, client)
    },

    letSee(client: StreamClient, services: readonly string[]): boolean {
      const now = new Set(services)
      const before = client.services
      if (!all.has(client) || (now.size === before.size && now.isSubsetOf(before))) return false
      for (const service of before) take(byService, service, client)
      for (const service of now) put(byService, service, client)
      client.services = now
      return true
    },

    countOfService: (serviceId: string): number => byService.get(serviceId)?.size ?? 0,

    readersBeside: (client: StreamClient): number =>
      Math.max(0, ...[...client.services].map((service) => byService.get(service)?.size ?? 0)),

    ofMember: (memberId: string): Iterable<StreamClient> => byMember.get(memberId) ?? [],
    ofSession: (sessionId: string): ReadonlySet<StreamClient> => bySession.get(sessionId) ?? new Set(),

    recipientsOf(audience: Audience): Iterable<StreamClient> {
      if (isForEveryone(audience)) return all
      const ofService = audience.serviceId ? byService.get(audience.serviceId) : undefined
      if (audience.memberIds.length === 0 && !audience.sessionId) return ofService ?? []
      const clients = new Set(ofService)
      for (const memberId of audience.memberIds) for (const client of byMember.get(memberId) ?? []) clients.add(client)
      if (audience.sessionId) for (const client of bySession.get(audience.sessionId) ?? []) clients.add(client)
      return clients
    },
  }
}

function put(index: Map<string, Set<StreamClient>>, key: string, client: StreamClient) {
  const clients = index.get(key)
  if (clients) clients.add(client)
  else index.set(key, new Set([client]))
}

function take(index: Map<string, Set<StreamClient>>, key: string, client: StreamClient) {
  const clients = index.get(key)
  clients?.delete(client)
  if (clients?.size === 0) index.delete(key)
}
