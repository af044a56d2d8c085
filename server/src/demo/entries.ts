import type { Insertable } from 'kysely'
import type { LogEntryTable } from '../platform/db/schema/aoi.ts'
import { minuteInMs, type Report, type Scene, writers } from './report.ts'
import type { Person } from './service.ts'
import { entryTexts } from './texts/events.ts'

export type Entry = Insertable<LogEntryTable> & { happenedAt: Date; authorId: string | null }

export function makeEntries(scene: Scene, report: Report): Entry[] {
  const { random, now, service } = scene
  const others = writers(service, report.isHebrew, report.creator)
  const until = report.archivedAt ?? now
  const count = report.isWorkedOn ? 1 + random.below(4) : Number(random.isLucky(0.2))
  const times = Array.from({ length: count }, () => report.createdAt + (until - report.createdAt) * random.next())
  const entries = times
    .sort((a, b) => a - b)
    .flatMap((time, index) => {
      // The first entry is by someone other than the reporter, because it sets the state to In progress.
      const isByOther = report.isWorkedOn && (index === 0 || random.isLucky(0.7))
      const author = isByOther ? random.pick(others) : report.creator
      return author ? [makeEntry(scene, report, author, Math.floor(time))] : []
    })
  return report.archivedAt ? [...entries, archiving(scene, report, report.archivedAt)] : entries
}

function makeEntry({ random, service }: Scene, report: Report, author: Person, time: number): Entry {
  const lines = entryTexts[report.isHebrew ? 'he' : 'en']
  const basis = {
    id: random.id(time),
    aoiId: report.id,
    authorId: author.id,
    authorName: author.name,
    restricted: random.isLucky(0.75),
    sendNotification: true,
    happenedAt: new Date(time),
    receivedAt: new Date(time + 900),
  }
  if (random.isLucky(0.7)) {
    return { ...basis, type: 'text', text: random.pick([...(lines[report.type.key] ?? []), ...(lines.any ?? [])]) }
  }
  const action = random.pick(service.actions)
  const value = action.isCustomValue
    ? String(random.below(12) * Number(action.value) + Number(action.value))
    : action.value
  return {
    ...basis,
    type: 'action',
    text: '',
    actionId: action.id,
    actionName: action.name,
    actionTranslations: action.translations,
    unit: action.unit,
    value,
    valueNumber: action.unit === 'Text' ? null : Number(value),
    params: JSON.stringify([action.id, value]),
  }
}

function archiving({ random, service }: Scene, report: Report, time: number): Entry {
  const author = random.pick(writers(service, report.isHebrew))
  return {
    id: random.id(time),
    aoiId: report.id,
    type: 'text',
    isSystem: true,
    authorId: author.id,
    authorName: author.name,
    text: 'Archived',
    change: JSON.stringify({ what: 'archived' }),
    happenedAt: new Date(time),
    receivedAt: new Date(time + minuteInMs / 60),
  }
}
