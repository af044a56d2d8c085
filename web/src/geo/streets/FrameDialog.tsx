import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Box, TileSet } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { FrameMap } from '../../map/FrameMap.tsx'
import { useIsWide } from '../../ui/browser/wide.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useEstimate, useGetStreets, useStreets } from './data.ts'
import { formatBytes, formatDuration } from './format.ts'
import classes from './Streets.module.css'

/** No size is requested for wider frames, because they contain more tiles than the server accepts. */
const MOST_DEGREES = 6

type Props = { tileSets: readonly TileSet[]; onClose: () => void }

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
    await get.mutateAsync({ box })
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
      <FrameMap label={t('streets.frame.map')} basemap={basemap} onBox={setBox} />
      <p className={classes.size} role="status">
        {sizeText()}
      </p>
      {box && (box[0] === -180 || box[2] === 180) && <p className={classes.dim}>{t('streets.frame.dateLine')}</p>}
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
