import { type AoiSummary, type SensorSeverity, type SensorSummary, severityOf } from '#contract'
import type { GroupItem } from '../../../ui/lists/GroupedList.tsx'
import { inOrder, type ListOrder } from '../../../ui/lists/list-order.ts'
import { severityOfArea, severityOrder } from '../look.ts'
import { areasMatching, sensorsMatching } from './matching.ts'

export const sensorTabs = ['all', 'status'] as const
export type SensorTab = (typeof sensorTabs)[number]

type Group = 'areas' | 'sensors' | SensorSeverity
export type SensorListRow =
  | { kind: 'area'; key: string; area: AoiSummary; severity: SensorSeverity }
  | { kind: 'sensor'; key: string; sensor: SensorSummary; severity: SensorSeverity }
type SensorItem = GroupItem<Group> | SensorListRow

const sorted = (rows: SensorListRow[], order: ListOrder | undefined): SensorListRow[] =>
  order
    ? inOrder(rows, order, (row) =>
        row.kind === 'area'
          ? { name: row.area.properties.name, createdAt: row.area.properties.creationTime }
          : row.sensor,
      )
    : rows.toSorted((one, other) => severityOrder.indexOf(one.severity) - severityOrder.indexOf(other.severity))

export const severityCounts = (severities: readonly SensorSeverity[]): [SensorSeverity, number][] =>
  severityOrder.map((severity) => [severity, severities.filter((one) => one === severity).length])

export const sensorItems = (
  { areas, sensors }: { areas: readonly AoiSummary[]; sensors: readonly SensorSummary[] },
  { tab, find, closed, order }: { tab: SensorTab; find: string; closed: ReadonlySet<string>; order?: ListOrder },
): SensorItem[] => {
  const query = find.trim().toLocaleLowerCase()
  const areaRows = areasMatching(areas, find).map(
    (area): SensorListRow => ({
      kind: 'area',
      key: area._id,
      area,
      severity: severityOfArea(area.properties.status),
    }),
  )
  const sensorRows = sensorsMatching(sensors, find).map(
    (sensor): SensorListRow => ({ kind: 'sensor', key: sensor._id, sensor, severity: severityOf(sensor.state) }),
  )
  const rows = [...sorted(areaRows, order), ...sorted(sensorRows, order)]
  const groups: [Group, SensorListRow[]][] =
    tab === 'all'
      ? [
          ['areas', sorted(areaRows, order)],
          ['sensors', sorted(sensorRows, order)],
        ]
      : severityOrder.map((severity) => [severity, rows.filter((row) => row.severity === severity)])
  return groups.flatMap(([group, of]): SensorItem[] => {
    if (of.length === 0) return []
    const isOpen = query !== '' || !closed.has(group)
    return [{ kind: 'group', key: `group.${group}`, group, count: of.length, isOpen }, ...(isOpen ? of : [])]
  })
}
