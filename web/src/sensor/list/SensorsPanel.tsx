import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconPlus, IconRadar2, IconSearchOff } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsWide } from '../../ui/browser/wide.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { TabBar } from '../../ui/layout/TabBar.tsx'
import { GROUP_PX, GroupHeader } from '../../ui/lists/GroupHeader.tsx'
import classes from '../../ui/lists/ListPanel.module.css'
import { VirtualList, type VirtualListHandle } from '../../ui/lists/VirtualList.tsx'
import { useAreas, useSensors } from '../data.ts'
import { type SensorItem, type SensorTab, sensorItems, sensorTabs } from './items.ts'
import { ROW_PX, SensorRow } from './SensorRow.tsx'

type Chosen = { area: string } | { sensor: string }
type Props = {
  tab: SensorTab
  onTab: (tab: SensorTab) => void
  find: string
  onFind: (text: string) => void
  /** The id of the sensor, or the nonce of the area, whose details are open. */
  selected: string | undefined
  onSelect: (chosen: Chosen) => void
  /** Absent where the member may not make areas. */
  onCreate?: () => void
}

const keyOf = ({ key }: SensorItem) => key
const heightOf = ({ kind }: SensorItem) => (kind === 'group' ? GROUP_PX : ROW_PX)

/** The sensor areas and sensors of the visible services, all of them or by status. */
export const SensorsPanel = ({ tab, onTab, find, onFind, selected, onSelect, onCreate }: Props) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const areas = useAreas()
  const sensors = useSensors()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<VirtualListHandle>(null)
  const toolbar = useElementSize()
  const bottom = useElementSize()
  const items = useMemo(
    () => sensorItems({ areas: areas.data ?? [], sensors: sensors.data ?? [] }, { tab, find, closed }),
    [areas.data, sensors.data, tab, find, closed],
  )
  const press = useCallback(
    (row: Exclude<SensorItem, { kind: 'group' }>) =>
      onSelect(row.kind === 'area' ? { area: row.area.properties.nonce } : { sensor: row.sensor._id }),
    [onSelect],
  )
  const problem = areas.error ?? sensors.error
  const isLoading = (areas.isPending || sensors.isPending) && !problem
  return (
    <div className={classes.panel}>
      <div ref={toolbar.ref} className={classes.toolbar}>
        <TabBar
          label={t('sensor.tabs')}
          tabs={sensorTabs.map((id) => ({ id, title: t(`sensor.tab.${id}`) }))}
          chosen={tab}
          controls="sensors-list"
          onChoose={onTab}
        />
        <SearchField
          label={t('sensor.search')}
          value={find}
          onChange={onFind}
          onDown={() => list.current?.focusFirst()}
        />
      </div>
      <div id="sensors-list" role="tabpanel" aria-label={t(`sensor.tab.${tab}`)} className={classes.content}>
        {problem && <ProblemText problem={problem} onRetry={() => Promise.all([areas.refetch(), sensors.refetch()])} />}
        {isLoading && items.length === 0 && <Skeleton rows={6} label={t('word.loading')} />}
        {!isLoading && !problem && items.length === 0 && (
          <EmptyState
            icon={find ? IconSearchOff : IconRadar2}
            text={find ? t('sensor.notFound', { find }) : t('empty.aois')}
          />
        )}
        {items.length > 0 && (
          <VirtualList
            ref={list}
            of={`${tab} ${find}`}
            items={items}
            keyOf={keyOf}
            heightOf={heightOf}
            label={t('panel.aois')}
            covered={{ top: isWide ? toolbar.height : 0, bottom: bottom.height }}
            render={(item, tabIndex) =>
              item.kind === 'group' ? (
                <GroupHeader
                  title={t(`sensor.group.${item.group}`)}
                  count={item.count}
                  isOpen={item.isOpen}
                  tabIndex={tabIndex}
                  onPress={() => setClosed((now) => toggled(now, item.group))}
                />
              ) : (
                <SensorRow
                  row={item}
                  tabIndex={tabIndex}
                  isSelected={(item.kind === 'area' ? item.area.properties.nonce : item.sensor._id) === selected}
                  onPress={press}
                />
              )
            }
          />
        )}
      </div>
      {onCreate && (
        <div ref={bottom.ref} className={classes.bottom}>
          <Button fullWidth leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
            {t('sensor.createArea')}
          </Button>
        </div>
      )}
    </div>
  )
}

const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
