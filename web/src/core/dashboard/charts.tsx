import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { CountTable } from '../../ui/chart/CountTable.tsx'
import type { Looks, NarrowList } from './data.ts'
import { formatDuration } from './FirstWord.tsx'

type Props = { data: Dashboard; isTable: boolean; narrow: NarrowList }

const number = (value: number): string => formatNumber(value, currentLanguage())
const percent = (part: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(part)

export const Regions = ({ data, isTable, narrow }: Props) => {
  const { t } = useTranslation()
  return (
    <CountTable
      title={t('dashboard.byRegion')}
      isTable={isTable}
      columns={[t('dashboard.region'), t('dashboard.reports')]}
      none={t('dashboard.noReports')}
      rows={data.byRegion.map(({ _id, count, ...region }) => ({
        key: _id ?? 'none',
        label: nameOf(region) || t('dashboard.noRegion'),
        size: count,
        cells: [number(count)],
        onPress: () => narrow.region(_id),
      }))}
    />
  )
}

export const OpenByAge = ({ data, isTable, narrow }: Props) => {
  const { t } = useTranslation()
  return (
    <CountTable
      title={t('dashboard.openByAge')}
      isTable={isTable}
      columns={[t('dashboard.age'), t('dashboard.new'), t('dashboard.inProgress')]}
      rows={data.openByAge.map((age, place) => {
        const next = data.openByAge[place + 1]?.sinceDays
        const until = next === undefined ? undefined : next - 1
        const label = ageText(t, age.sinceDays, until)
        const cell = (state: 'new' | 'inProgress') =>
          age[state] === 0
            ? number(0)
            : {
                text: number(age[state]),
                label: `${label}, ${t(`dashboard.${state}`)}: ${number(age[state])}`,
                onPress: () => narrow.open(state, age.sinceDays, until),
              }
        return {
          key: String(age.sinceDays),
          label,
          size: [
            { size: age.new, colour: 'var(--state-new)' },
            { size: age.inProgress, colour: 'var(--state-progress)' },
          ],
          cells: [cell('new'), cell('inProgress')],
        }
      })}
    />
  )
}

const ageText = (t: TFunction, since: number, until: number | undefined): string => {
  if (since === 0) return t('dashboard.today')
  return until === undefined ? t('dashboard.daysMore', { since }) : t('dashboard.days', { since, until })
}

export const Response = ({ data, looks, isTable, narrow }: Props & { looks: Looks }) => {
  const { t } = useTranslation()
  const duration = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds, currentLanguage()))
  return (
    <CountTable
      title={t('dashboard.response')}
      isTable={isTable}
      columns={[t('dashboard.type'), t('dashboard.median'), t('dashboard.slowest'), t('dashboard.waiting')]}
      none={t('dashboard.noReports')}
      rows={data.response.map(({ eventType, waiting, medianSeconds, slowestTenthSeconds }) => {
        const look = looks.get(eventType ?? '')
        return {
          key: eventType ?? 'none',
          label: look?.name ?? t('dashboard.noType'),
          size: medianSeconds ?? 0,
          colour: look?.colour,
          cells: [duration(medianSeconds), duration(slowestTenthSeconds), number(waiting)],
          onPress: () => narrow.eventType(eventType),
        }
      })}
    />
  )
}

export const Activities = ({ data, isTable, narrow }: Props) => {
  const { t } = useTranslation()
  return (
    <CountTable
      title={t('dashboard.byCommunity')}
      isTable={isTable}
      columns={[t('dashboard.community'), t('dashboard.activities'), t('dashboard.subscribers')]}
      none={t('dashboard.noActivities')}
      rows={data.activities.map(({ _id, activities, subscribers, ...community }) => ({
        key: _id,
        label: titleOf(community),
        size: activities,
        cells: [number(activities), number(subscribers)],
        onPress: () => narrow.community(_id),
      }))}
    />
  )
}

export const Groups = ({ data, isTable, narrow }: Props) => {
  const { t } = useTranslation()
  return (
    <CountTable
      title={t('dashboard.groups')}
      isTable={isTable}
      columns={[t('dashboard.group'), t('dashboard.criteria'), t('dashboard.reached')]}
      rows={data.groups.map(({ _id, reached, criteria, ...named }) => ({
        key: _id,
        label: nameOf(named),
        size: reached,
        cells: [number(criteria), percent(reached)],
        onPress: narrow.group && (() => narrow.group?.(_id)),
      }))}
    />
  )
}
