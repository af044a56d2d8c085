import { IconCalendar, IconMapPin } from '@tabler/icons-react'
import { Fragment, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import type { OutgoingRequest } from '../../api/device/unsent.ts'
import { LogInput } from '../../core/aoi/log/LogInput.tsx'
import { type ArrivedAoi, aoiBody } from '../../core/aoi/outgoing.ts'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { usePreview } from '../../ui/images/use-preview.ts'
import card from '../../ui/layout/CardFacts.module.css'
import { RichText } from '../../ui/text/RichText.tsx'
import details from '../details/EventDetails.module.css'
import { useWorkspace } from '../workspace/use-workspace.ts'
import classes from './UnsentCard.module.css'
import { UnsentEntries } from './UnsentParts.tsx'
import { UnsentState } from './UnsentRow.tsx'

/** The card of an AOI that is only on this device. Log entries written here are sent after the AOI. */
export const UnsentCard = ({ request, profile }: { request: OutgoingRequest; profile: Profile }) => {
  const { t } = useTranslation()
  // React key of the log input, which reads its draft only on mount: a change loads an entry put back into the draft.
  const [round, setRound] = useState(0)
  useFollow(request)
  const { name, description, nonce } = aoiBody(request)
  const subject = { nonce: String(nonce) }
  return (
    <article className={details.details} aria-label={name}>
      <div className={details.body}>
        <h3 className={card.name}>
          <bdi>{name}</bdi>
        </h3>
        <UnsentState request={request} />
        <Facts request={request} serviceId={profile.service._id} />
        {description && <RichText html={description} />}
        {request.file && <Photo file={request.file} alt={t('aoi.imageOf', { name })} />}
        <p className={classes.hint}>{t('device.cardHint')}</p>
        <UnsentEntries subject={subject} onMend={() => setRound(round + 1)} />
      </div>
      <Fragment key={round}>
        <LogInput subject={subject} actions={profile.role?.actions ?? []} />
      </Fragment>
    </article>
  )
}

/** Follows the AOI to its new nonce after the server accepted it. */
const useFollow = ({ key, state, known }: OutgoingRequest): void => {
  const { replace } = useWorkspace()
  const arrived = state === 'confirmed' ? (known as ArrivedAoi).nonce : undefined
  useEffect(() => {
    if (arrived && arrived !== key)
      replace((now) => (now.selected === `aoi.${key}` ? { ...now, selected: `aoi.${arrived}` } : now))
  }, [arrived, key, replace])
}

const Facts = ({ request, serviceId }: { request: OutgoingRequest; serviceId: string }) => {
  const { t } = useTranslation()
  const { publicAction, startCoordinates, address } = aoiBody(request)
  const looks = useTypeLooks([serviceId])
  const type = looks.get((JSON.parse(publicAction ?? '{}') as { publicActionId?: string }).publicActionId ?? '')
  const [lng = 0, lat = 0] = JSON.parse(String(startCoordinates)) as number[]
  const createdAt = new Date(request.madeAt)
  return (
    <div className={card.facts}>
      {type && (
        <p className={card.line}>
          <bdi>{type.name}</bdi>
        </p>
      )}
      <p className={card.line}>
        <IconCalendar size={18} stroke={1.75} aria-hidden />
        <time dateTime={createdAt.toISOString()}>
          <bdi>{formatDate(createdAt, currentLanguage())}</bdi> <bdi>{formatTime(createdAt)}</bdi>
        </time>
      </p>
      <p className={card.line}>
        <IconMapPin size={18} stroke={1.75} aria-hidden />
        <bdi>{address || t('place.latLong', { place: `${lat.toFixed(2)}, ${lng.toFixed(2)}` })}</bdi>
      </p>
    </div>
  )
}

const Photo = ({ file, alt }: { file: File; alt: string }) => (
  <img className={classes.photo} src={usePreview(file)} alt={alt} />
)
