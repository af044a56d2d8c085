import { useCallback, useMemo } from 'react'
import { mayEver, type Profile } from '#contract'
import { sensorTabs } from '../../alarms/sensor/list/items.ts'
import { SensorsPanel } from '../../alarms/sensor/list/SensorsPanel.tsx'
import { actorOf } from '../../people/user/data.ts'
import { listOrderOf } from '../workspace/aoi-query.ts'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId, toggleSelection } from '../workspace/workspace.ts'

export const Sensors = ({ profile }: { profile: Profile }) => {
  const { workspace, go, replace } = useWorkspace()
  const { tab, find = '' } = workspace
  const select = useCallback(
    (target: { area: string } | { sensor: string }) =>
      go((now) => toggleSelection(now, 'area' in target ? `aoi.${target.area}` : `sensor.${target.sensor}`)),
    [go],
  )
  const { type, metric, startTime, endTime } = useAoiQuery()
  const isFiltered = workspace.filter !== undefined || workspace.from !== undefined
  const filter = useMemo(
    () => (isFiltered ? { type, metric, startTime, endTime } : undefined),
    [isFiltered, type, metric, startTime, endTime],
  )
  const mayEdit = mayEver(actorOf(profile), 'sensor.edit')
  return (
    <SensorsPanel
      tab={sensorTabs.find((one) => one === tab) ?? 'all'}
      onTab={(next) => go({ ...workspace, tab: next === 'all' ? undefined : next })}
      find={find}
      onFind={(text) => replace((now) => ({ ...now, find: text || undefined }))}
      filter={filter}
      order={workspace.sort && listOrderOf(workspace, 'aois')}
      selected={selectedId(workspace, 'sensor') ?? selectedId(workspace, 'aoi')}
      onSelect={select}
      onCreate={mayEdit ? () => go({ ...workspace, form: 'area.new' }) : undefined}
    />
  )
}
