import { IconCalendar, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PublicActivity } from '#contract'
import { formatTime } from '../../i18n/format.ts'
import { RichText } from '../../ui/text/RichText.tsx'
import classes from './Activities.module.css'
import { Moment } from './Thread.tsx'

export const ActivityFacts = ({ activity }: { activity: PublicActivity }) => {
  const { t } = useTranslation()
  const { startTime, plannedTime, address, description, image } = activity
  const isOneDay =
    startTime && plannedTime && new Date(startTime).toDateString() === new Date(plannedTime).toDateString()
  return (
    <>
      <p className={classes.line}>
        <IconCalendar size={18} stroke={1.75} aria-hidden />
        <span>
          {startTime && <Moment at={startTime} />}
          {startTime && plannedTime && ' – '}
          {plannedTime && !startTime && `${t('visitor.until')} `}
          {plannedTime && (isOneDay ? <bdi>{formatTime(new Date(plannedTime))}</bdi> : <Moment at={plannedTime} />)}
        </span>
      </p>
      {address && (
        <p className={classes.line}>
          <IconMapPin size={18} stroke={1.75} aria-hidden />
          <bdi>{address}</bdi>
        </p>
      )}
      {image && <img className={classes.image} src={image} alt="" loading="lazy" />}
      {description && <RichText html={description} />}
    </>
  )
}
