import { Button } from '@mantine/core'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Box, TileSet } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'
import { SmallMap } from '../map/SmallMap.tsx'
import { useMap } from '../map/useMap.ts'
import { recallView, type View } from '../map/view.ts'
import { useIsWide } from '../ui/browser/wide.ts'
import { useEstimate, useGetStreets, useStreets } from './data.ts'
import { formatBytes, formatDuration } from './format.ts'
import classes from './Streets.module.css'

/** Between the frame and the edge of the map; as in Streets.module.css. */
const FRAME_PX = 28
/** Wider frames hold more tiles than the server takes: they are not asked about. */
const MOST_DEGREES = 6
const world: View = { center: [10, 25], zoom: 2 }

type Props = { tileSets: readonly TileSet[]; onClose: () => void }

/** Frames an area on a map, says how large its streets are, and begins to get them. */
export const FrameDialog = ({ tileSets, onClose }: Props) => {
  const { t } = useTranslation()
  const [box, setBox] = useState<Box>()
  const get = useGetStreets()
  const { data: streets } = useStreets()
  const isTooLarge = box !== undefined && box[2] - box[0] > MOST_DEGREES
  const estimate = useEstimate(isTooLarge ? undefined : box)
  const basemap = useMemo(() => ({ styleUrl: null, tileSets }), [tileSets])
  const isWide = useIsWide()
  const language = currentLanguage()
  const problem = isTooLarge ? 'areaTooLarge' : estimate.data?.problem
  const start = async () => {
    if (!box) return
    await get.mutateAsync(box)
    onClose()
  }
  const sizeText = () => {
    if (problem) return t(`streets.reason.${problem}`)
    if (!estimate.data) return t('streets.frame.waiting')
    const { bytes, seconds } = estimate.data
    return t('streets.frame.estimate', {
      size: formatBytes(bytes, language),
      time: formatDuration(seconds, language),
    })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('streets.frame.title')}
      size={720}
      fullScreen={!isWide}
      transitionProps={{ transition: 'pop', duration: 150 }}
    >
      <p className={classes.hint}>{t('streets.frame.hint')}</p>
      <section className={classes.frameMap} aria-label={t('streets.frame.map')}>
        <SmallMap basemap={basemap} initialView={recallView(world)}>
          <FrameBox onBox={setBox} />
        </SmallMap>
      </section>
      <p className={classes.size} role="status">
        {sizeText()}
      </p>
      {streets && <p className={classes.dim}>{t('streets.frame.source', { host: streets.sourceHost })}</p>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('word.cancel')}
        </Button>
        <Button onClick={start} loading={get.isPending} disabled={!estimate.data || Boolean(problem)}>
          {t('streets.frame.start')}
        </Button>
      </div>
    </Dialog>
  )
}

const within = (value: number, most: number) => Math.round(Math.max(-most, Math.min(most, value)) * 1e4) / 1e4

/** The frame, below the buttons of the map; tells what it holds after each move. */
const FrameBox = ({ onBox }: { onBox: (box: Box) => void }) => {
  const { map } = useMap()
  useEffect(() => {
    const tell = () => {
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      const { lng: west, lat: north } = map.unproject([FRAME_PX, FRAME_PX])
      const { lng: east, lat: south } = map.unproject([width - FRAME_PX, height - FRAME_PX])
      onBox([within(west, 180), within(south, 85), within(east, 180), within(north, 85)])
    }
    tell()
    map.on('moveend', tell)
    return () => {
      map.off('moveend', tell)
    }
  }, [map, onBox])
  return <div className={classes.frame} aria-hidden />
}
