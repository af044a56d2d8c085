import { IconAccessPoint, IconHexagon } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SensorSummary } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { dotted } from '../../../i18n/isolated.ts'
import { useNow } from '../../../ui/browser/now.ts'
import type { ListOrder } from '../../../ui/lists/list-order.ts'
import row from '../../../ui/lists/Row.module.css'
import { Dot, Row } from '../../../ui/lists/Row.tsx'
import { StateBadge, StatusChip } from '../StateBadge.tsx'
import type { SensorListRow } from './items.ts'
import classes from './SensorRow.module.css'

type Props = {
  item: SensorListRow
  sort: ListOrder['sort'] | undefined
  tabIndex: 0 | -1
  isSelected: boolean
  onPress: (item: SensorListRow) => void
}

export const SensorRow = memo(({ item, sort, tabIndex, isSelected, onPress }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const name = item.kind === 'area' ? item.area.properties.name : item.sensor.name
  const ago = (time: string) => formatRelative(new Date(time), now, t, currentLanguage())
  const timeOf = ({ createdAt, lastReadingAt }: SensorSummary) => {
    if (sort === 'createdAt') return t('sensor.added', { time: ago(createdAt) })
    return lastReadingAt ? ago(lastReadingAt) : t('sensor.neverHeard')
  }
  const [first, second] =
    item.kind === 'area'
      ? [ago(item.area.properties.creationTime), item.area.address]
      : [timeOf(item.sensor), item.sensor.telemetry.serial]
  const Shape = item.kind === 'area' ? IconHexagon : IconAccessPoint
  return (
    <Row
      name={name}
      service={item.kind === 'area' ? item.area.serviceId : item.sensor.serviceId}
      weight="medium"
      picture={
        <span className={classes.sign} data-severity={item.severity} data-kind={item.kind}>
          <Shape size={22} stroke={1.75} aria-hidden />
        </span>
      }
      meta={
        <>
          <bdi className={second === null ? row.cut : row.whole}>{first}</bdi>
          {second !== null && (
            <>
              <Dot />
              <bdi className={row.cut}>{second}</bdi>
            </>
          )}
        </>
      }
      metaTitle={dotted([first, second])}
      end={
        item.kind === 'area' ? (
          <StatusChip status={item.area.properties.status} />
        ) : (
          <StateBadge state={item.sensor.state} />
        )
      }
      tabIndex={tabIndex}
      isSelected={isSelected}
      onPress={() => onPress(item)}
    />
  )
})
