import { Button, FileButton, Progress } from '@mantine/core'
import { IconFocusCentered } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressState, Box, StreetArea, StreetsJob, TileSet, UnfinishedStreets } from '#contract'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useOpenMap } from '../../map/shownMap.ts'
import { useOutlines } from '../../map/useOutlines.ts'
import type { LngLat } from '../../map/view.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { SettingRow } from '../../ui/lists/SettingRow.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import {
  useCancelStreets,
  useDiscardStreets,
  useGetStreets,
  useRemoveStreets,
  useStreets,
  useUploadStreets,
} from './data.ts'
import { formatBytes, percentOf } from './format.ts'
import classes from './Streets.module.css'

const FrameDialog = lazy(() => import('./FrameDialog.tsx').then((file) => ({ default: file.FrameDialog })))

type Props = { tileSets: readonly TileSet[]; isOffline: boolean }

const ringOf = ([west, south, east, north]: Box): LngLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

export const StreetsSettings = ({ tileSets, isOffline }: Props) => {
  const { t } = useTranslation()
  const { data } = useStreets()
  const [isFraming, setIsFraming] = useState(false)
  const [removed, setRemoved] = useState<StreetArea>()
  const remove = useRemoveStreets()
  const areas = data?.areas ?? []
  /** Archives copied into the folder by hand have no name, so their id is shown. */
  const nameOf = ({ name, id }: { name: string; id?: string }) => name || id || t('streets.unnamed')
  useOutlines(areas.map((area) => ({ id: area.id, name: nameOf(area), ring: ringOf(area.box), isSelected: false })))
  if (!data) return null
  const { job, unusable, unfinished } = data
  const isRunning = job?.state === 'running'
  return (
    <SettingsSection title={t('streets.title')}>
      {areas.length + unusable.length === 0 && <p className={classes.dim}>{t('streets.none')}</p>}
      {areas.map((area) => (
        <AreaRow key={area.id} area={area} name={nameOf(area)} onRemove={() => setRemoved(area)} />
      ))}
      {unusable.map(({ id, problem }) => (
        <SettingRow
          key={id}
          name={id}
          meta={t(`streets.reason.${problem}`)}
          remove={{ onPress: () => remove.mutate(id) }}
        />
      ))}
      {job && <JobState job={job} name={nameOf(job)} />}
      {unfinished.map((download) => (
        <UnfinishedRow
          key={download.id}
          download={download}
          name={nameOf(download)}
          canContinue={!isOffline && !isRunning}
        />
      ))}
      {isOffline ? (
        <Notice text={t('streets.offline')} />
      ) : (
        <Button onClick={() => setIsFraming(true)} disabled={isRunning}>
          {t('streets.get')}
        </Button>
      )}
      <UploadButton />
      {isFraming && (
        <Suspense>
          <FrameDialog tileSets={tileSets} onClose={() => setIsFraming(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={removed !== undefined}
        title={t('streets.removeQuestion', { name: removed && nameOf(removed) })}
        message={t('streets.removeHint')}
        yes={t('streets.remove')}
        color="red"
        isBusy={remove.isPending}
        onCancel={() => setRemoved(undefined)}
        onYes={async () => {
          if (removed) await remove.mutateAsync(removed.id)
          setRemoved(undefined)
          toast({ message: t('streets.removed') })
        }}
      />
    </SettingsSection>
  )
}

const AreaRow = ({ area, name, onRemove }: { area: StreetArea; name: string; onRemove: () => void }) => {
  const { t } = useTranslation()
  const map = useOpenMap()
  const language = currentLanguage()
  const { bytes, dataTime, addedTime, box } = area
  const size = formatBytes(bytes, language)
  const meta = dataTime
    ? t('streets.area', { size, date: formatDate(new Date(dataTime), language) })
    : t('streets.areaAdded', { size, date: formatDate(new Date(addedTime), language) })
  return (
    <SettingRow
      name={name}
      meta={
        <>
          <span className={classes.line}>{meta}</span>
          <AddressLine state={area.addresses} />
        </>
      }
      sign={
        map && (
          <IconButton
            icon={IconFocusCentered}
            label={t('streets.show', { name })}
            size={36}
            onClick={() => map.zoomTo(box)}
          />
        )
      }
      remove={{ onPress: onRemove }}
    />
  )
}

const AddressLine = ({ state }: { state: AddressState }) => {
  const { t } = useTranslation()
  const count = new Intl.NumberFormat(currentLanguage())
  if (state.state === 'none') return null
  const text =
    state.state === 'ready'
      ? t('streets.addresses.ready', { streets: count.format(state.streets), houses: count.format(state.houses) })
      : t(`streets.addresses.${state.state}`, { percent: state.state === 'building' ? state.percent : 0 })
  return <span className={classes.line}>{text}</span>
}

const JobState = ({ job, name }: { job: StreetsJob; name: string }) => {
  const { t } = useTranslation()
  const cancel = useCancelStreets()
  const language = currentLanguage()
  const { state, bytes, doneBytes, problem } = job
  if (state === 'done') return null
  if (state === 'failed')
    return <Notice text={t('streets.failed', { reason: t(`streets.reason.${problem ?? 'failing'}`) })} />
  return (
    <div className={classes.job} role="status">
      <p className={classes.jobName}>{t('streets.fetching', { name })}</p>
      <Progress value={percentOf(job)} aria-label={t('streets.fetching', { name })} />
      <div className={classes.jobEnd}>
        <span className={classes.dim}>
          {bytes > 0 &&
            t('streets.fetched', { done: formatBytes(doneBytes, language), all: formatBytes(bytes, language) })}
        </span>
        <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          {t('streets.cancel')}
        </Button>
      </div>
    </div>
  )
}

type UnfinishedProps = { download: UnfinishedStreets; name: string; canContinue: boolean }

/** A download that was stopped or interrupted, possibly before a restart of the server. */
const UnfinishedRow = ({ download, name, canContinue }: UnfinishedProps) => {
  const { t } = useTranslation()
  const get = useGetStreets()
  const discard = useDiscardStreets()
  const language = currentLanguage()
  const { id, box, maxZoom, bytes, doneBytes } = download
  const size = { done: formatBytes(doneBytes, language), all: formatBytes(bytes, language) }
  return (
    <fieldset className={classes.job} aria-label={t('streets.unfinishedName', { name })}>
      <p className={classes.jobName}>{name}</p>
      <div className={classes.jobEnd}>
        <span className={classes.dim}>{t('streets.unfinished', size)}</span>
        <span className={classes.jobButtons}>
          <Button variant="default" size="xs" loading={discard.isPending} onClick={() => discard.mutate(id)}>
            {t('streets.discard')}
          </Button>
          <Button
            size="xs"
            disabled={!canContinue}
            loading={get.isPending}
            onClick={() => get.mutate({ box, maxZoom })}
          >
            {t('streets.continue')}
          </Button>
        </span>
      </div>
    </fieldset>
  )
}

const UploadButton = () => {
  const { t } = useTranslation()
  const upload = useUploadStreets()
  const [progress, setProgress] = useState(0)
  const send = async (file: File | null) => {
    if (!file) return
    const problem = await upload.mutateAsync({ file, onProgress: setProgress })
    if (!problem) toast({ message: t('streets.uploaded') })
  }
  return (
    <>
      <FileButton onChange={send} accept=".pmtiles" disabled={upload.isPending}>
        {(button) => (
          <Button variant="default" disabled={upload.isPending} {...button}>
            {t('streets.upload')}
          </Button>
        )}
      </FileButton>
      {upload.isPending && (
        <Progress value={progress * 100} aria-label={t('streets.uploading', { name: upload.variables?.file.name })} />
      )}
      {upload.data && <Notice text={t(`streets.reason.${upload.data}`)} />}
    </>
  )
}
