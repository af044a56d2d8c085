import { IconCalendar, IconClockPlus, IconMapPin, IconPhotoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Aoi, placeOf } from '#contract'
import { formatDate, formatTime } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { Address } from '../../../map/places/Address.tsx'
import { ZoomImage } from '../../../ui/images/ZoomImage.tsx'
import card from '../../../ui/layout/CardFacts.module.css'
import { OtherService } from '../../../ui/layout/OtherService.tsx'
import { RichText } from '../../../ui/text/RichText.tsx'
import colour from '../../../ui/text/StateColour.module.css'
import { StateSign } from '../StateSign.tsx'
import type { TypeLook } from '../type-look.ts'
import { useWording } from '../wording.ts'
import classes from './AoiFacts.module.css'

type FactsProps = { aoi: Aoi; look: TypeLook | undefined; isNameLast?: boolean }

export const AoiFacts = ({ aoi, look, isNameLast = false }: FactsProps) => (
  <div className={card.facts}>
    {!isNameLast && <NameAndState aoi={aoi} look={look} />}
    <TimeAndPlace aoi={aoi} />
    {isNameLast && <NameAndState aoi={aoi} look={look} />}
    <OtherService id={aoi.serviceId} />
  </div>
)

const NameAndState = ({ aoi, look }: { aoi: Aoi; look: TypeLook | undefined }) => {
  const { t } = useTranslation()
  const { name, publicAction } = aoi.properties
  return (
    <>
      <h3 className={card.name}>
        <bdi>{name}</bdi>
      </h3>
      <p className={`${card.line} ${classes.states}`}>
        <span className={`${classes.state} ${colour.state}`} data-state={aoi.state}>
          <StateSign state={aoi.state} />
          {t(`aoi.state.${aoi.state}`)}
        </span>
        {publicAction && <bdi>{look?.name ?? publicAction.name}</bdi>}
        <bdi className={classes.number}>#{aoi.number}</bdi>
        {aoi.formerNumber && <span>{t('aoi.formerNumber', { number: isolated(`#${aoi.formerNumber}`) })}</span>}
      </p>
    </>
  )
}

const TimeAndPlace = ({ aoi }: { aoi: Aoi }) => {
  const { t } = useTranslation()
  const { creationTime, activity } = aoi.properties
  const created = new Date(creationTime)
  return (
    <>
      <p className={card.line}>
        {activity ? (
          <>
            <IconClockPlus size={18} stroke={1.75} aria-hidden />
            <time dateTime={creationTime}>{t('aoi.created', { time: formatDate(created, currentLanguage()) })}</time>
          </>
        ) : (
          <>
            <IconCalendar size={18} stroke={1.75} aria-hidden />
            <time dateTime={creationTime}>
              <bdi>{formatDate(created, currentLanguage())}</bdi> <bdi>{formatTime(created)}</bdi>
            </time>
          </>
        )}
      </p>
      <p className={card.line}>
        <IconMapPin size={18} stroke={1.75} aria-hidden />
        <Address at={placeOf(aoi)} saved={aoi.address} />
      </p>
    </>
  )
}

export const AoiReport = ({ aoi }: { aoi: Aoi }) => {
  const { answer: answerInWords } = useWording(aoi)
  const { description, publicAction } = aoi.properties
  const answers = publicAction?.fields ?? []
  return (
    <>
      {description && <RichText html={description} />}
      {answers.length > 0 && (
        <dl className={classes.answers}>
          {answers.map((answer) => (
            <div key={answer._id} className={classes.answer}>
              <dt>
                <bdi>{answerInWords(answer).name}</bdi>
              </dt>
              <dd>
                <bdi>{answerInWords(answer).value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

export const AoiPicture = ({ aoi }: { aoi: Aoi }) => {
  const { t } = useTranslation()
  const { map, name } = aoi.properties
  const image = map[0]?.image
  if (image) return <ZoomImage src={image} alt={t('aoi.imageOf', { name })} />
  return (
    <p className={classes.noImage}>
      <IconPhotoOff size={18} stroke={1.75} aria-hidden />
      {t('aoi.noImage')}
    </p>
  )
}
