import { IconPencil, IconThumbUp, IconUsers, IconWorld } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { ANONYMOUS, type AoiSummary, displayName } from '#contract'
import { useIsOffline } from '../../../api/live.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { dotted } from '../../../i18n/isolated.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import row from '../../../ui/lists/Row.module.css'
import { Dot, Row } from '../../../ui/lists/Row.tsx'
import type { AoiQuery } from '../data.ts'
import { StateSign } from '../StateSign.tsx'
import type { TypeLook } from '../type-look.ts'
import classes from './AoiRow.module.css'
import { distanceText } from './distance.ts'
import { Picture } from './Picture.tsx'

type Props = {
  aoi: AoiSummary
  look: TypeLook | undefined
  /** Time of the report or start. A text, so that each minute re-renders only the rows whose text changed. */
  time: string
  near?: string | undefined
  sort?: AoiQuery['sort']
  tabIndex: 0 | -1
  isSelected: boolean
  /** Undefined unless rows are being selected to share. */
  isChecked?: boolean
  onPress: (aoi: AoiSummary) => void
  onDone?: (aoi: AoiSummary) => void
  isBusy?: boolean
  onEdit?: (aoi: AoiSummary) => void
}

export const AoiRow = memo((props: Props) => {
  const { aoi, look, time, near, sort, tabIndex, isSelected, isChecked, onPress, onDone, isBusy, onEdit } = props
  const { t } = useTexts()
  const barred = useIsOffline() ? t('live.needed') : undefined
  const { name, creationTime, publicAction, activity } = aoi.properties
  const isUnread = !aoi.isRead && !isSelected
  const type = look?.name ?? publicAction?.name
  const language = currentLanguage()
  const isByStart = activity && sort !== 'createdAt'
  // An activity has no room for its place beside time and community, which are more important.
  const place = activity && type ? undefined : aoi.address || placeText(aoi)
  const visitor = visitorOf(aoi, t)
  const distance = near && distanceText(near, aoi, t, language)
  const action = { className: row.action, variant: 'default', tabIndex, barred } as const
  return (
    <Row
      name={name}
      service={aoi.serviceId}
      weight={isUnread ? 'bold' : undefined}
      before={isUnread && <span className={classes.unread} role="img" aria-label={t('events.unread')} />}
      picture={<Picture aoi={aoi} look={look} />}
      meta={
        <>
          {distance && (
            <>
              <bdi className={row.whole}>{distance}</bdi>
              <Dot />
            </>
          )}
          {aoi.mergedCount > 0 && (
            <>
              <span dir="ltr" className={row.whole} title={t('events.merged', { count: aoi.mergedCount + 1 })}>
                ×{formatNumber(aoi.mergedCount + 1, language)}
              </span>
              <Dot />
            </>
          )}
          <time
            className={row.whole}
            dateTime={(isByStart && (activity.startTime ?? activity.plannedTime)) || creationTime}
          >
            <bdi>{time}</bdi>
          </time>
          {visitor && (
            <>
              <Dot />
              <IconWorld
                className={classes.outside}
                size={14}
                stroke={1.75}
                role="img"
                aria-label={t('events.visitor')}
              />
              <bdi className={`${row.cut} ${classes.visitor}`}>{visitor}</bdi>
            </>
          )}
          {type && (
            <span
              className={`${row.cut} ${classes.type}`}
              data-pictured={(look && !activity && !aoi.properties.map[0]) || undefined}
            >
              <Dot />
              <bdi>{type}</bdi>
            </span>
          )}
          {place && (
            <>
              <Dot />
              <bdi className={`${row.cut} ${classes.place}`}>{place}</bdi>
            </>
          )}
        </>
      }
      metaTitle={dotted([distance, time, visitor, type, place])}
      end={activity ? <Subscribers aoi={aoi} /> : <StateSign state={aoi.state} />}
      actions={
        <>
          {onEdit && (
            <IconButton
              {...action}
              icon={IconPencil}
              label={t('activities.edit', { name })}
              title={t('aoi.edit')}
              onClick={() => onEdit(aoi)}
            />
          )}
          {onDone && (
            <IconButton
              {...action}
              icon={IconThumbUp}
              label={t('events.markDone', { name })}
              title={t('events.done')}
              loading={isBusy}
              onClick={() => onDone(aoi)}
            />
          )}
        </>
      }
      tabIndex={tabIndex}
      isSelected={isSelected}
      isChecked={isChecked}
      onPress={() => onPress(aoi)}
    />
  )
})

const Subscribers = ({ aoi }: { aoi: AoiSummary }) => {
  const { t } = useTexts()
  const count = aoi.subscribersCount
  const label = t('activities.subscribers', { count })
  return (
    <span className={classes.end}>
      <span className={row.count} title={label}>
        {aoi.properties.activity?.isPublic && (
          <IconWorld size={14} stroke={1.75} role="img" aria-label={t('activities.isOpen')} />
        )}
        <IconUsers size={14} stroke={1.75} aria-hidden />
        <span aria-hidden>{formatNumber(count, currentLanguage())}</span>
        <span className={classes.spoken}>{label}</span>
      </span>
      <StateSign state={aoi.state} size={16} />
    </span>
  )
}

const visitorOf = ({ properties: { creatorID, creator } }: AoiSummary, t: TFunction): string | undefined => {
  if (creatorID === ANONYMOUS) return t('events.anonymous')
  return creator && creatorID === null ? displayName(creator) || t('word.guest') : undefined
}

const placeText = ({ geometry }: AoiSummary): string => {
  const [lng, lat] = geometry[0]?.coordinates ?? []
  return lng === undefined || lat === undefined ? '' : `${lat.toFixed(2)}, ${lng.toFixed(2)}`
}
