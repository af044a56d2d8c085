import {
  type HeldReport,
  inLanguage,
  type Language,
  refusalTexts,
  textIn,
  warningAreas,
  warningName,
  warningText,
} from '#contract'
import * as rules from '../../alarms/rule/queries.ts'
import { plainText } from '../../platform/kit/rich-text.ts'
import { heldReportIds, heldReportsWithIds } from '../../public/review/queries.ts'
import { current } from '../warning/warnings.ts'
import { placed, type ShortListKind } from './short-list.ts'
import { texts } from './texts.ts'

const timeOf = (time: string | null) => (time === null ? undefined : new Date(time))

const answersOf = ({ answers }: HeldReport, language: Language): string =>
  answers
    .map((answer) => {
      const value = answer.translations[language]?.[`choices.${answer.value}`] || answer.value
      return `${textIn(answer, 'name', language)}: ${value}`
    })
    .join('\n')

const reasonOf = ({ reason, reasonText }: HeldReport, language: Language): string =>
  [reason && refusalTexts[reason][language], reasonText].filter(Boolean).join(' ')

export const reports: ShortListKind = {
  needs: 'report.review',
  columns: [
    'number',
    'name',
    'type',
    'state',
    'address',
    'reporter',
    'phone',
    'received',
    'description',
    'answers',
    'decided',
    'decidedBy',
    'reason',
    'latitude',
    'longitude',
  ],
  read: async (db, actor, { language, ids }) => {
    const chosen = ids ?? (await heldReportIds(db, actor, { state: 'waiting', text: '' }))
    return (await heldReportsWithIds(db, actor, chosen)).map((report) => {
      const { _id: id, number, name, reporter, coordinates, createdAt } = report
      const cells = {
        number,
        name,
        type: textIn(report.type, 'name', language),
        state: texts[language].reportStates[report.state],
        address: report.address,
        reporter: reporter.name,
        phone: reporter.phone,
        received: timeOf(report.receivedAt),
        description: plainText(report.description),
        answers: answersOf(report, language),
        decided: timeOf(report.decidedAt),
        decidedBy: report.decidedBy,
        reason: reasonOf(report, language),
        ...placed(coordinates),
      }
      return { id, name, at: timeOf(createdAt), place: coordinates ?? undefined, cells }
    })
  },
}

export const alarms: ShortListKind = {
  needs: 'alarm.list',
  columns: ['severity', 'rule', 'sensor', 'event', 'warning', 'began', 'raised', 'isMuted', 'latitude', 'longitude'],
  read: async (db, { visibleServiceIds }, { language }) => {
    const { severities, noData, yes, no } = texts[language]
    const open = await rules.alarms(db, visibleServiceIds, {})
    const places = await rules.placesOfAlarms(db, open.map(({ _id }) => _id)) // biome-ignore format: one call
    return open.map(({ _id: id, kind, severity, ruleName, sensor, event, explanation, ...alarm }) => {
      const place = places.get(id)
      const cells = {
        severity: kind === 'noData' ? noData : severities[severity],
        rule: ruleName,
        sensor: sensor?.name,
        event: event?.name,
        warning: explanation.warning && inLanguage(explanation.warning.headlines, language)?.headline,
        began: timeOf(alarm.beganAt),
        raised: timeOf(alarm.raisedAt),
        isMuted: alarm.isMuted ? yes : no,
        ...placed(place),
      }
      const name = [ruleName, sensor?.name ?? event?.name].filter(Boolean).join(', ')
      return { id, name, at: timeOf(alarm.raisedAt), place, cells }
    })
  },
}

export const warnings: ShortListKind = {
  needs: 'warning.list',
  columns: [
    'severity',
    'name',
    'status',
    'areas',
    'begins',
    'expires',
    'sent',
    'sender',
    'feed',
    'instruction',
    'description',
    'latitude',
    'longitude',
  ],
  read: async (db, { visibleServiceIds }, { language }) => {
    const { warningSeverities, warningStatuses } = texts[language]
    return (await current(db, visibleServiceIds)).warnings.map((warning) => {
      const { _id: id, place, geometry, sender } = warning
      const { senderName, instruction, description } = warningText(warning, language)
      const name = warningName(warning, language)
      const cells = {
        severity: warningSeverities[warning.severity],
        name,
        status: warningStatuses[warning.status],
        areas: warningAreas(warning, language),
        begins: timeOf(warning.beginsAt),
        expires: timeOf(warning.expiresAt),
        sent: timeOf(warning.sentAt),
        sender: senderName || sender,
        feed: warning.feed.name,
        instruction,
        description,
        ...placed(place),
      }
      const outlines = geometry?.coordinates
      return { id, name, at: timeOf(warning.beginsAt), place: place ?? undefined, outlines, cells }
    })
  },
}
