import { Button } from '@mantine/core'
import { IconFileImport, IconMap2, IconPencil, IconPhotoPlus, IconPolygon, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalMap, Region } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { useOpenMap } from '../../map/shownMap.ts'
import { useOutlines } from '../../map/useOutlines.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { OneLine } from '../../ui/text/OneLine.tsx'
import { Deletion } from './Deletion.tsx'
import { LocalMapRow } from './LocalMapRow.tsx'
import { useAreaText } from './measure.ts'
import classes from './RegionsPanel.module.css'

const ImportDialog = lazy(() => import('./ImportDialog.tsx').then((file) => ({ default: file.ImportDialog })))

type Props = {
  regions: readonly Region[]
  localMaps: readonly LocalMap[]
  onOpenPlan: (id: string) => void
  editing:
    | {
        onDraw: () => void
        onEditRegion: (id: string) => void
        onNewPlan: () => void
        onEditPlan: (id: string) => void
      }
    | undefined
}

export const RegionsPanel = ({ regions, localMaps, onOpenPlan, editing }: Props) => {
  const { t } = useTranslation()
  const open = useOpenMap()
  const areaText = useAreaText()
  const [selected, setSelected] = useState<string>()
  const [deleting, setDeleting] = useState<{ kind: 'region' | 'localMap'; _id: string; name: string }>()
  const [isImporting, setIsImporting] = useState(false)
  const outlines = useMemo(
    () =>
      regions.map((region) => ({
        id: region._id,
        name: nameOf(region),
        ring: region.geometry.coordinates[0] ?? [],
        isSelected: region._id === selected,
      })),
    [regions, selected],
  )
  useOutlines(outlines)
  const select = (region: Region | undefined) => {
    if (!region) return
    setSelected(region._id)
    const ring = region.geometry.coordinates[0] ?? []
    const lngs = ring.map(([lng]) => lng)
    const lats = ring.map(([, lat]) => lat)
    open?.zoomTo([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)])
  }
  return (
    <div className={classes.panel}>
      <h3 className={classes.heading}>{t('region.regions')}</h3>
      {regions.length === 0 && <EmptyState icon={IconPolygon} text={t('region.none')} />}
      <ul className={classes.list}>
        {regions.map((region) => (
          <li key={region._id} className={classes.row} data-selected={region._id === selected || undefined}>
            <button type="button" className={classes.press} onClick={() => select(region)}>
              <OneLine text={nameOf(region)} className={classes.name} />
              <span className={classes.meta}>
                <bdi>{areaText(region.geometry.coordinates[0] ?? [])}</bdi> ·{' '}
                {t('region.users', { count: region.usersCount })}
                {region.localMaps.length > 0 && ` · ${t('region.plans', { count: region.localMaps.length })}`}
              </span>
            </button>
            {editing && (
              <>
                <IconButton
                  icon={IconPencil}
                  label={t('region.edit', { name: nameOf(region) })}
                  onClick={() => editing.onEditRegion(region._id)}
                />
                <IconButton
                  icon={IconTrash}
                  label={t('region.delete', { name: nameOf(region) })}
                  onClick={() => setDeleting({ kind: 'region', _id: region._id, name: nameOf(region) })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {editing && (
        <div className={classes.buttons}>
          <Button leftSection={<IconPolygon size={18} stroke={1.75} />} onClick={editing.onDraw}>
            {t('region.draw')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} stroke={1.75} />}
            onClick={() => setIsImporting(true)}
          >
            {t('region.import')}
          </Button>
        </div>
      )}
      <h3 className={classes.heading}>{t('region.localMaps')}</h3>
      {localMaps.length === 0 && <EmptyState icon={IconMap2} text={t('region.noLocalMaps')} />}
      <ul className={classes.list}>
        {localMaps.map((localMap) => (
          <LocalMapRow
            key={localMap._id}
            localMap={localMap}
            region={regions.find(({ _id }) => _id === localMap.region)}
            onSelect={select}
            onOpen={() => onOpenPlan(localMap._id)}
            onEdit={editing && (() => editing.onEditPlan(localMap._id))}
            onDelete={editing && (() => setDeleting({ kind: 'localMap', _id: localMap._id, name: nameOf(localMap) }))}
          />
        ))}
      </ul>
      {editing && (
        <div className={classes.buttons}>
          <Button variant="default" leftSection={<IconPhotoPlus size={18} stroke={1.75} />} onClick={editing.onNewPlan}>
            {t('region.newLocalMap')}
          </Button>
        </div>
      )}
      <Deletion thing={deleting} onClose={() => setDeleting(undefined)} />
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
