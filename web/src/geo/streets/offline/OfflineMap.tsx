import { Button, Progress, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Box, TileSet } from '#contract'
import { formatDate } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useOpenMap } from '../../../map/shownMap.ts'
import type { OpenMap } from '../../../map/useMap.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import { formatBytes } from '../format.ts'
import classes from '../Streets.module.css'
import { canSave, revisionOf, type SavedMap } from './saved-map.ts'
import { tilesOfArea } from './tiles.ts'
import { useRemoveSavedMap, useSavedMap, useSaveMap } from './use-saved-map.ts'

const limits = [25, 50, 100, 250]

const boundsOf = ({ map }: OpenMap): Box => {
  const bounds = map.getBounds()
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
}

type Props = { homeArea: Box | null; tileSets: readonly TileSet[] }

/** Saves the streets of an area on this device, for use without a connection. */
export const OfflineMap = ({ homeArea, tileSets }: Props) => {
  const { t } = useTranslation()
  const { data: saved } = useSavedMap()
  if (tileSets.length === 0) return null
  return (
    <FieldGroup name={t('offlineMap.title')}>
      {canSave() ? (
        <>
          <p className={classes.dim}>{t('offlineMap.hint')}</p>
          {saved && <SavedState saved={saved} tileSets={tileSets} />}
          <SaveForm homeArea={homeArea} tileSets={tileSets} saved={saved ?? null} />
        </>
      ) : (
        <Notice text={t('offlineMap.impossible')} />
      )}
    </FieldGroup>
  )
}

const SavedState = ({ saved, tileSets }: { saved: SavedMap; tileSets: readonly TileSet[] }) => {
  const { t } = useTranslation()
  const remove = useRemoveSavedMap()
  const language = currentLanguage()
  const { bytes, limitBytes, savedTime, isComplete, revision } = saved
  return (
    <div className={classes.job}>
      <p>
        {t('offlineMap.saved', {
          size: formatBytes(bytes, language),
          limit: formatBytes(limitBytes, language),
          date: formatDate(new Date(savedTime), language),
        })}
      </p>
      {!isComplete && <p className={classes.dim}>{t('offlineMap.incomplete')}</p>}
      {revision !== revisionOf(tileSets) && <p className={classes.dim}>{t('offlineMap.outdated')}</p>}
      <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('offlineMap.remove')}
      </Button>
    </div>
  )
}

const SaveForm = ({ homeArea, tileSets, saved }: Props & { saved: SavedMap | null }) => {
  const { t } = useTranslation()
  const map = useOpenMap()
  const language = currentLanguage()
  const [place, setPlace] = useState<'home' | 'view'>(homeArea ? 'home' : 'view')
  const [megabytes, setMegabytes] = useState(50)
  const { start, stop, progress, isSaving, problem } = useSaveMap()
  const area = place === 'home' ? homeArea : map && boundsOf(map)
  const tiles = area ? tilesOfArea(area, tileSets).length : 0
  if (isSaving)
    return (
      <div className={classes.job} role="status">
        <p>
          {t('offlineMap.saving', {
            size: formatBytes(progress.bytes, language),
            limit: formatBytes(megabytes * 1e6, language),
          })}
        </p>
        <Progress value={(progress.tiles / Math.max(1, progress.allTiles)) * 100} aria-label={t('offlineMap.title')} />
        <Button variant="default" size="xs" onClick={stop}>
          {t('offlineMap.stop')}
        </Button>
      </div>
    )
  return (
    <>
      <Select
        label={t('offlineMap.area')}
        data={[
          ...(homeArea ? [{ value: 'home', label: t('offlineMap.home') }] : []),
          { value: 'view', label: t('offlineMap.view') },
        ]}
        value={place}
        allowDeselect={false}
        onChange={(value) => setPlace(value === 'home' ? 'home' : 'view')}
      />
      <Select
        label={t('offlineMap.limit')}
        data={limits.map((limit) => ({ value: String(limit), label: formatBytes(limit * 1e6, language) }))}
        value={String(megabytes)}
        allowDeselect={false}
        onChange={(value) => setMegabytes(Number(value))}
      />
      {problem && <Notice text={t(problem === 'noRoom' && saved ? 'offlineMap.noRoom' : 'offlineMap.failed')} />}
      {problem && saved && <p className={classes.dim}>{t('offlineMap.kept')}</p>}
      {area && tiles === 0 && <p className={classes.dim}>{t('offlineMap.none')}</p>}
      <Button
        disabled={!area || tiles === 0}
        onClick={() => area && start({ area, tileSets, limitBytes: megabytes * 1e6 })}
      >
        {t(saved ? 'offlineMap.replace' : 'offlineMap.save')}
      </Button>
    </>
  )
}
