import { Button } from '@mantine/core'
import { IconPlus, IconRadar2, IconSearchOff } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AoiSummary } from '#contract'
import { formatNumber } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { GroupedList } from '../../../ui/lists/GroupedList.tsx'
import { ListPanel } from '../../../ui/lists/ListPanel.tsx'
import type { ListOrder } from '../../../ui/lists/list-order.ts'
import { useIdSet } from '../../../ui/lists/use-id-set.ts'
import { type AreaFilter, useAreas, useSensors } from '../data.ts'
import { severityIcons, severityOfArea } from '../look.ts'
import { type SensorListRow, type SensorTab, sensorItems, sensorTabs, severityCounts } from './items.ts'
import { SensorRow } from './SensorRow.tsx'
import classes from './SensorsPanel.module.css'

type SensorSelection = { area: string } | { sensor: string }
type Props = {
  tab: SensorTab
  onTab: (tab: SensorTab) => void
  find: string
  onFind: (text: string) => void
  /** The filter set by counters and dates, under which the list has areas only. If undefined, it also has sensors. */
  filter?: AreaFilter | undefined
  /** If undefined, the list keeps the server's order. */
  order?: ListOrder | undefined
  /** The id of the sensor, or the nonce of the area, whose card is open. */
  selected: string | undefined
  onSelect: (target: SensorSelection) => void
  onCreate?: () => void
}

export const SensorsPanel = (props: Props) => {
  const { tab, onTab, find, onFind, filter, order, selected, onSelect, onCreate } = props
  const { t } = useTranslation()
  const areas = useAreas({ filter })
  const sensors = useSensors()
  const isFiltered = filter !== undefined
  const closed = useIdSet()
  const { sort, order: direction } = order ?? {}
  const items = useMemo(
    () =>
      sensorItems(
        { areas: areas.data ?? [], sensors: isFiltered ? [] : (sensors.data ?? []) },
        { tab, find, closed: closed.ids, ...(sort && direction && { order: { sort, order: direction } }) },
      ),
    [areas.data, sensors.data, isFiltered, tab, find, closed.ids, sort, direction],
  )
  const press = useCallback(
    (row: SensorListRow) =>
      onSelect(row.kind === 'area' ? { area: row.area.properties.nonce } : { sensor: row.sensor._id }),
    [onSelect],
  )
  const problem = areas.error ?? sensors.error
  return (
    <ListPanel
      id="sensors-list"
      tabs={{
        label: t('sensor.tabs'),
        all: sensorTabs.map((id) => ({ id, title: t(`sensor.tab.${id}`) })),
        selected: tab,
        onChoose: onTab,
      }}
      search={{ label: t('sensor.search'), value: find, onChange: onFind }}
      notice={areas.data && areas.data.length > 0 && <AreaCounts areas={areas.data} />}
      bottom={
        onCreate && (
          <Button fullWidth leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
            {t('sensor.createArea')}
          </Button>
        )
      }
    >
      {(list) => (
        <GroupedList
          list={list}
          label={t('panel.aois')}
          listKey={`${tab} ${find} ${JSON.stringify(filter)}`}
          items={items}
          isLoading={(areas.isPending || sensors.isPending) && !problem}
          problem={problem}
          onRetry={() => Promise.all([areas.refetch(), sensors.refetch()])}
          empty={
            find
              ? { icon: IconSearchOff, text: t('sensor.notFound', { find }) }
              : isFiltered
                ? { icon: IconSearchOff, text: t('sensor.noneMatch') }
                : { icon: IconRadar2, text: t('empty.aois') }
          }
          titleOf={(group) => t(`sensor.group.${group}`)}
          onToggle={closed.toggle}
          renderRow={(row, tabIndex) => (
            <SensorRow
              item={row}
              sort={sort}
              tabIndex={tabIndex}
              isSelected={(row.kind === 'area' ? row.area.properties.nonce : row.sensor._id) === selected}
              onPress={press}
            />
          )}
        />
      )}
    </ListPanel>
  )
}

const AreaCounts = ({ areas }: { areas: readonly AoiSummary[] }) => {
  const { t } = useTranslation()
  const counts = severityCounts(areas.map(({ properties }) => severityOfArea(properties.status)))
  return (
    <ul className={classes.counts} aria-label={t('sensor.areaCounts')}>
      {counts.map(([severity, count]) => {
        const Sign = severityIcons[severity]
        return (
          <li key={severity} className={classes.count} data-severity={count > 0 ? severity : undefined}>
            <Sign size={16} stroke={2} aria-hidden />
            {t(`sensor.group.${severity}`)} <b>{formatNumber(count, currentLanguage())}</b>
          </li>
        )
      })}
    </ul>
  )
}
