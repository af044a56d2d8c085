import { Button } from '@mantine/core'
import { IconCalendar, IconCheck, IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sensor } from '#contract'
import { formatDate, formatNumber, formatRelative, formatTime } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { Address } from '../../../map/places/Address.tsx'
import { useNow } from '../../../ui/browser/now.ts'
import { ReasonForm } from '../../../ui/forms/ReasonForm.tsx'
import { OtherService } from '../../../ui/layout/OtherService.tsx'
import { TabBar } from '../../../ui/layout/TabBar.tsx'
import { toastProblem } from '../../../ui/overlays/toast.ts'
import { useAcknowledge, useEndAlarm } from '../data.ts'
import { StateBadge } from '../StateBadge.tsx'
import { MediaPlayer } from './MediaPlayer.tsx'
import { Parameters } from './Parameters.tsx'
import classes from './SensorCard.module.css'
import { SensorLogs } from './SensorLogs.tsx'

const tabs = ['logs', 'aois'] as const

type Props = {
  sensor: Sensor
  may: { acknowledge: boolean; end: boolean }
  onArea: (nonce: string) => void
  alarms?: ReactNode
}

export const SensorCard = ({ sensor, may, onArea, alarms }: Props) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  const now = useNow()
  const [tab, setTab] = useState<(typeof tabs)[number]>('logs')
  const { name, state, stateAt, createdAt, telemetry, aois, logs, logsCount } = sensor
  const created = new Date(createdAt)
  const recordings = logs.filter(({ type, params }) => (type === 'audio' || type === 'video') && params.length > 0)
  const counts = { logs: logsCount, aois: aois.length }
  return (
    <div className={classes.card}>
      <h3 className={classes.name}>
        <bdi>{name}</bdi>
      </h3>
      <div className={classes.line}>
        <StateBadge state={state} />
        <time className={classes.since} dateTime={stateAt}>
          {formatRelative(new Date(stateAt), now, t, language)}
        </time>
      </div>
      {state === 'ALARM' && <AlarmActions sensor={sensor} may={may} />}
      <p className={classes.line}>
        <IconCalendar size={18} stroke={1.75} aria-hidden />
        <time dateTime={createdAt}>
          <bdi>{formatDate(created, language)}</bdi> <bdi>{formatTime(created)}</bdi>
        </time>
      </p>
      <p className={classes.line}>
        <IconMapPin size={18} stroke={1.75} aria-hidden />
        {sensor.location ? (
          <Address at={[sensor.location.longitude, sensor.location.latitude]} />
        ) : (
          <span>{t('sensor.noPlace')}</span>
        )}
      </p>
      <OtherService id={sensor.serviceId} />
      <dl className={classes.facts}>
        <dt>{t('sensor.telemetryName')}</dt>
        <dd>
          <bdi>{telemetry.name || t('sensor.unknownName')}</bdi>
        </dd>
        <dt>{t('sensor.serial')}</dt>
        <dd>
          <bdi>{telemetry.serial || t('sensor.unknownSerial')}</bdi>
        </dd>
        <dt>{t('sensor.lastReading')}</dt>
        <dd>
          {sensor.lastReadingAt
            ? formatRelative(new Date(sensor.lastReadingAt), now, t, language)
            : t('sensor.neverHeard')}
        </dd>
      </dl>
      {alarms}
      <Parameters sensor={sensor} />
      {recordings.length > 0 && <MediaPlayer recordings={recordings} />}
      <section className={classes.tabs}>
        <TabBar
          label={t('sensor.detailTabs')}
          tabs={tabs.map((id) => ({
            id,
            title: t(`sensor.detailTab.${id}`, { number: formatNumber(counts[id], language) }),
          }))}
          selected={tab}
          controls="sensor-tab"
          onChoose={setTab}
        />
        <div id="sensor-tab" role="tabpanel" aria-label={t(`sensor.detailTab.${tab}`, { number: counts[tab] })}>
          {tab === 'logs' ? (
            <SensorLogs logs={logs} count={logsCount} />
          ) : aois.length === 0 ? (
            <p className={classes.none}>{t('sensor.noAreas')}</p>
          ) : (
            <ul className={classes.list}>
              {aois.map(({ _id, properties }) => (
                <li key={_id}>
                  <button type="button" className={classes.link} onClick={() => onArea(properties.nonce)}>
                    <bdi>{properties.name}</bdi>
                    <span className={classes.since}>{formatDate(new Date(properties.creationTime), language)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
    </div>
  )
}

const AlarmActions = ({ sensor: { _id, acknowledgement }, may }: Pick<Props, 'sensor' | 'may'>) => {
  const { t } = useTranslation()
  const acknowledge = useAcknowledge()
  const end = useEndAlarm()
  return (
    <>
      {acknowledgement && (
        <strong role="status">
          {t('sensor.takenBy', {
            name: isolated(acknowledgement.name),
            time: formatTime(new Date(acknowledgement.at)),
          })}
        </strong>
      )}
      <div className={classes.line}>
        {!acknowledgement && may.acknowledge && (
          <Button
            leftSection={<IconCheck size={18} stroke={1.75} />}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate(_id, { onError: toastProblem })}
          >
            {t('sensor.acknowledge')}
          </Button>
        )}
        {may.end && (
          <ReasonForm
            action={t('sensor.endAlarm')}
            reasonLabel={t('sensor.reason')}
            isBusy={end.isPending}
            onSubmit={(reason) => end.mutate({ id: _id, reason }, { onError: toastProblem })}
          />
        )}
      </div>
    </>
  )
}
