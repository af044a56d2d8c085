import { IconAccessPoint, IconHexagon } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useNow } from '../../ui/browser/now.ts'
import { StateBadge, StatusChip } from '../StateBadge.tsx'
import type { SensorItem } from './items.ts'
import classes from './SensorRow.module.css'

export const ROW_PX = 64

type Row = Exclude<SensorItem, { kind: 'group' }>
type Props = { row: Row; tabIndex: 0 | -1; isSelected: boolean; onPress: (row: Row) => void }

/** An area or a sensor: its name, when and where, and how it stands. */
export const SensorRow = memo(({ row, tabIndex, isSelected, onPress }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const name = row.kind === 'area' ? row.area.properties.name : row.sensor.name
  const ago = (time: string) => formatRelative(new Date(time), now, t, currentLanguage())
  const told =
    row.kind === 'area'
      ? [ago(row.area.properties.creationTime), row.area.address]
      : [row.sensor.lastReadingAt ? ago(row.sensor.lastReadingAt) : t('sensor.neverHeard'), row.sensor.telemetry.serial]
  const meta = told.filter((part) => part !== null)
  const Shape = row.kind === 'area' ? IconHexagon : IconAccessPoint
  return (
    <button
      type="button"
      data-main
      className={classes.row}
      tabIndex={tabIndex}
      data-selected={isSelected || undefined}
      aria-pressed={isSelected}
      onClick={() => onPress(row)}
    >
      <span className={classes.sign} data-severity={row.severity} data-kind={row.kind}>
        <Shape size={22} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.meta} title={meta.join(' · ')}>
          {meta.map((part) => (
            <bdi key={part}>{part}</bdi>
          ))}
        </span>
      </span>
      {row.kind === 'area' ? (
        <StatusChip status={row.area.properties.status} />
      ) : (
        <StateBadge state={row.sensor.state} />
      )}
    </button>
  )
})
