import 'i18next'
import type activities from './en/activities.json'
import type admin from './en/admin.json'
import type backup from './en/backup.json'
import type base from './en/base.json'
import type board from './en/board.json'
import type boardSettings from './en/board-settings.json'
import type calendar from './en/calendar.json'
import type code from './en/code.json'
import type cover from './en/cover.json'
import type delivery from './en/delivery.json'
import type device from './en/device.json'
import type entry from './en/entry.json'
import type exportTexts from './en/export.json'
import type follow from './en/follow.json'
import type gettingStarted from './en/getting-started.json'
import type importing from './en/import.json'
import type mail from './en/mail.json'
import type metrics from './en/metrics.json'
import type offlineMap from './en/offline-map.json'
import type people from './en/people.json'
import type publicLink from './en/public-link.json'
import type reporterTexts from './en/reporter-texts.json'
import type restore from './en/restore.json'
import type review from './en/review.json'
import type rules from './en/rules.json'
import type sensors from './en/sensors.json'
import type starter from './en/starter.json'
import type status from './en/status.json'
import type streets from './en/streets.json'
import type textInbox from './en/text-inbox.json'
import type tokens from './en/tokens.json'
import type twin from './en/twin.json'
import type visitor from './en/visitor.json'
import type warningFeeds from './en/warning-feeds.json'
import type warnings from './en/warnings.json'
import type work from './en/work.json'
import type workspace from './en/workspace.json'

/** All parts except `base`, by file name. A screen loads its parts with `withTexts`. */
interface Parts {
  backup: typeof backup
  board: typeof board
  'board-settings': typeof boardSettings
  calendar: typeof calendar
  code: typeof code
  cover: typeof cover
  admin: typeof admin
  activities: typeof activities
  delivery: typeof delivery
  device: typeof device
  entry: typeof entry
  export: typeof exportTexts
  follow: typeof follow
  'getting-started': typeof gettingStarted
  import: typeof importing
  mail: typeof mail
  metrics: typeof metrics
  'offline-map': typeof offlineMap
  people: typeof people
  'public-link': typeof publicLink
  'reporter-texts': typeof reporterTexts
  restore: typeof restore
  review: typeof review
  rules: typeof rules
  starter: typeof starter
  status: typeof status
  streets: typeof streets
  'text-inbox': typeof textInbox
  tokens: typeof tokens
  twin: typeof twin
  visitor: typeof visitor
  'warning-feeds': typeof warningFeeds
  warnings: typeof warnings
  sensors: typeof sensors
  work: typeof work
  workspace: typeof workspace
}

export type TextPart = keyof Parts

type Joined<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void ? All : never

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof base & Joined<Parts[TextPart]> }
  }
}
