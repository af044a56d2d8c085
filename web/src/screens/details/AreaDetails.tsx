import { IconCalendar, IconMapPin } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, may, type Profile, placeOf } from '#contract'
import { AreaSensors } from '../../alarms/sensor/card/AreaSensors.tsx'
import { StatusChip } from '../../alarms/sensor/StateBadge.tsx'
import { AoiPicture } from '../../core/aoi/card/AoiFacts.tsx'
import { LogInput } from '../../core/aoi/log/LogInput.tsx'
import { LogList } from '../../core/aoi/log/LogList.tsx'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Address } from '../../map/places/Address.tsx'
import { actorOf } from '../../people/user/data.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import card from '../../ui/layout/CardFacts.module.css'
import { OtherService } from '../../ui/layout/OtherService.tsx'
import { TabBar } from '../../ui/layout/TabBar.tsx'
import { UnsentOf } from '../device/Unsent.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { LazyAreaAlarms, LazyMuteAlarms, LazyMutesOf } from './alarm-parts.tsx'
import { EventActions } from './EventActions.tsx'
import shared from './EventDetails.module.css'
import { usePictures } from './use-pictures.tsx'

const tabs = ['logs', 'sensors'] as const

type Props = { aoi: Aoi; profile: Profile; problem: unknown; onRetry: () => void }

export const AreaDetails = ({ aoi, profile, problem, onRetry }: Props) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const [tab, setTab] = useState<(typeof tabs)[number]>('sensors')
  // React key of the log input, which reads its draft only on mount: a change loads an entry put back into the draft.
  const [round, setRound] = useState(0)
  const subject = { number: aoi.number }
  const actor = actorOf(profile)
  const language = currentLanguage()
  const { name, status, creationTime, logs, sensors, area } = aoi.properties
  const counts = { logs: logs.length, sensors: sensors.length }
  const pictures = usePictures(aoi, profile)
  const mayMute = may(actor, 'rule.edit', { serviceId: aoi.serviceId })
  const target = { type: 'area' as const, id: aoi._id }
  const closed = actor.isViewer ? t('log.viewer') : aoi.isArchived ? t('log.archived') : undefined
  return (
    <article className={shared.details} aria-label={name}>
      <EventActions
        aoi={aoi}
        actor={actor}
        onExpand={pictures.open}
        more={mayMute && <LazyMuteAlarms target={target} name={name} />}
      />
      {pictures.viewer}
      <div className={shared.body}>
        {/* Loaded data stays on the screen when a later refetch fails. */}
        <ProblemText problem={problem} onRetry={onRetry} />
        <div className={card.facts}>
          <h3 className={card.name}>
            <bdi>{name}</bdi>
          </h3>
          <p className={card.line}>
            <StatusChip status={status} />
            <span>{t('sensor.areaKind')}</span>
            {area?.radiusMetres && (
              <bdi>{t('sensor.radius', { metres: formatNumber(Math.round(area.radiusMetres), language) })}</bdi>
            )}
          </p>
          <p className={card.line}>
            <IconCalendar size={18} stroke={1.75} aria-hidden />
            <time dateTime={creationTime}>
              <bdi>{formatDate(new Date(creationTime), language)}</bdi>
            </time>
          </p>
          <p className={card.line}>
            <IconMapPin size={18} stroke={1.75} aria-hidden />
            <Address at={placeOf(aoi)} saved={aoi.address} />
          </p>
          <OtherService id={aoi.serviceId} />
          <LazyMutesOf target={target} mayEnd={mayMute} />
        </div>
        <LazyAreaAlarms aoi={aoi} profile={profile} />
        <AoiPicture aoi={aoi} />
        <TabBar
          label={t('sensor.areaTabs')}
          tabs={tabs.map((id) => ({
            id,
            title: t(`sensor.areaTab.${id}`, { number: formatNumber(counts[id], language) }),
          }))}
          selected={tab}
          controls="area-tab"
          onChoose={setTab}
        />
        <div id="area-tab" role="tabpanel" aria-label={t(`sensor.areaTab.${tab}`, { number: counts[tab] })}>
          {tab === 'logs' ? (
            <>
              <UnsentOf subject={subject} onMend={() => setRound(round + 1)} />
              <LogList entries={logs} onPhoto={pictures.openAt} />
            </>
          ) : (
            <AreaSensors aoi={aoi} onSensor={(id) => go({ ...workspace, selected: `sensor.${id}` })} />
          )}
        </div>
      </div>
      {tab === 'logs' && (
        <Fragment key={round}>
          <LogInput subject={subject} actions={profile.role?.actions ?? []} closed={closed} />
        </Fragment>
      )}
    </article>
  )
}
