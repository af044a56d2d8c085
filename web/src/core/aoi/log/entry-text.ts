import type { TFunction } from 'i18next'
import { type FieldChange, type Language, type LogEntry, type SystemChange, textIn } from '#contract'
import { formatDate, formatNumber, formatTime } from '../../../i18n/format.ts'
import { dotted, isolatedHere } from '../../../i18n/isolated.ts'

const fieldNames = [
  'name',
  'description',
  'publicAction',
  'place',
  'region',
  'image',
  'radius',
  'outline',
  'sensorsInside',
  'sensors',
  'community',
  'groups',
  'startTime',
  'plannedTime',
  'isPublic',
] as const
type FieldName = (typeof fieldNames)[number]
const isKnown = (field: string): field is FieldName => fieldNames.some((name) => name === field)

/** Formats times and booleans, which the log stores as raw values. */
const valueInWords = (field: string, value: string | null, t: TFunction, language: Language): string | null => {
  if (value === null) return null
  if (field === 'isPublic') return t(value === 'true' ? 'word.yes' : 'word.no')
  if (field !== 'startTime' && field !== 'plannedTime') return value
  const time = new Date(value)
  return `${formatDate(time, language)} ${formatTime(time)}`
}

/** Replaces names by their translations into the reader's language, which the log stores with the change. */
const inLanguage = ({ translations, ...change }: FieldChange, language: Language): FieldChange => ({
  ...change,
  ...translations?.[language],
})

const fieldText = (change: FieldChange, t: TFunction, language: Language): string => {
  const { field } = change
  const from = valueInWords(field, change.from, t, language)
  const to = valueInWords(field, change.to, t, language)
  const name = isKnown(field) ? t(`log.field.${field}`) : field
  if (['image', 'description', 'outline', 'sensorsInside'].includes(field)) return t('log.changed', { name })
  if (from === null) return t('log.set', { name, to })
  if (to === null) return t('log.removed', { name, from })
  return t('log.changedFromTo', { name, from, to })
}

const statusText = ({ fields }: SystemChange, t: TFunction): string => {
  const word = (status = 'OK' as string | null) =>
    t(`log.status.${status === 'ALERT' || status === 'ERROR' ? status : 'OK'}`)
  return t('log.what.status', { from: word(fields?.[0]?.from), to: word(fields?.[0]?.to) })
}

export type ChangeWording = (change: FieldChange) => FieldChange
const unchanged: ChangeWording = (change) => change

const changeText = (change: SystemChange, t: TFunction, language: Language, wording: ChangeWording): string => {
  const names = change.names?.map(isolatedHere).join(', ') ?? ''
  if (change.what === 'edited')
    return (
      dotted(change.fields?.map((field) => fieldText(wording(inLanguage(field, language)), t, language)) ?? []) ||
      t('log.what.edited')
    )
  if (change.what === 'status') return statusText(change, t)
  return t(`log.what.${change.what}`, { names })
}

export const valueText = (value: string, unit: string, language: Language): string => {
  const number = Number(value)
  if (unit === 'Text' || value === '' || !Number.isFinite(number)) return value
  return unit === 'Dollar'
    ? new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 2 }).format(number)
    : formatNumber(number, language)
}

/**
 * The text shown for an entry: a description of the system's change, the author's text, or the logged action with its
 * value.
 */
export const entryText = (entry: LogEntry, t: TFunction, language: Language, wording = unchanged): string => {
  if (entry.change) return changeText(entry.change, t, language, wording)
  if (!entry.action) return entry.text
  const name = textIn(entry.action, 'name', language)
  const value = valueText(entry.action.value, entry.action.unit, language)
  const logged = value ? `${isolatedHere(name)}: ${isolatedHere(value)}` : name
  return entry.text ? dotted([logged, entry.text]) : logged
}
