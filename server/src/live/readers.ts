import type { OutboxRow } from './message.ts'
import type { Reader } from './reader.ts'

type Audience = Pick<OutboxRow, 'serviceId' | 'memberIds' | 'sessionId'>

const isForEveryone = ({ serviceId, memberIds, sessionId }: Audience) =>
  !serviceId && memberIds.length === 0 && !sessionId

export const isFor = (reader: Reader, audience: Audience): boolean =>
  isForEveryone(audience) ||
  (audience.serviceId !== null && reader.services.has(audience.serviceId)) ||
  audience.memberIds.includes(reader.memberId) ||
  audience.sessionId === reader.sessionId

export type Readers = ReturnType<typeof readerIndex>

/** Indexes open streams by service, member and session, so that a message for ten of thousands finds them directly. */
export function readerIndex() {
  const all = new Set<Reader>()
  const byService = new Map<string, Set<Reader>>()
  const byMember = new Map<string, Set<Reader>>()
  const bySession = new Map<string, Set<Reader>>()

  return {
    all: all as ReadonlySet<Reader>,

    add(reader: Reader): void {
      all.add(reader)
      put(byMember, reader.memberId, reader)
      put(bySession, reader.sessionId, reader)
    },

    remove(reader: Reader): void {
      all.delete(reader)
      take(byMember, reader.memberId, reader)
      take(bySession, reader.sessionId, reader)
      for (const service of reader.services) take(byService, service, reader)
    },

    /** Returns whether the audience changed. */
    letSee(reader: Reader, services: readonly string[]): boolean {
      const now = new Set(services)
      const before = reader.services
      if (!all.has(reader) || (now.size === before.size && now.isSubsetOf(before))) return false
      for (const service of before) take(byService, service, reader)
      for (const service of now) put(byService, service, reader)
      reader.services = now
      return true
    },

    ofMember: (memberId: string): Iterable<Reader> => byMember.get(memberId) ?? [],
    ofSession: (sessionId: string): ReadonlySet<Reader> => bySession.get(sessionId) ?? new Set(),

    hearing(audience: Audience): Iterable<Reader> {
      if (isForEveryone(audience)) return all
      const ofService = audience.serviceId ? byService.get(audience.serviceId) : undefined
      if (audience.memberIds.length === 0 && !audience.sessionId) return ofService ?? []
      const readers = new Set(ofService)
      for (const memberId of audience.memberIds) for (const reader of byMember.get(memberId) ?? []) readers.add(reader)
      if (audience.sessionId) for (const reader of bySession.get(audience.sessionId) ?? []) readers.add(reader)
      return readers
    },
  }
}

function put(index: Map<string, Set<Reader>>, key: string, reader: Reader) {
  const readers = index.get(key)
  if (readers) readers.add(reader)
  else index.set(key, new Set([reader]))
}

function take(index: Map<string, Set<Reader>>, key: string, reader: Reader) {
  const readers = index.get(key)
  readers?.delete(reader)
  if (readers?.size === 0) index.delete(key)
}
