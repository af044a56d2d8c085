import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Box } from '#contract'
import { config } from '../api/config.ts'
import { useIsWide } from '../ui/browser/wide.ts'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import classes from './FrameDialog.module.css'
import { FrameMap } from './FrameMap.tsx'

type Props = { title: string; area: Box | null; onChoose: (area: Box) => void; onClose: () => void }

export const FrameDialog = ({ title, area, onChoose, onClose }: Props) => {
  const { t } = useTranslation()
  const [framed, setFramed] = useState<Box>()
  const isWide = useIsWide()
  // Frames are cut off at the date line and near the poles, which can leave an empty area.
  const isArea = framed && framed[0] < framed[2] && framed[1] < framed[3]
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size={720}
      fullScreen={!isWide}
      transitionProps={{ transition: 'pop', duration: 150 }}
    >
      <p className={classes.hint}>{t('frame.hint')}</p>
      <FrameMap label={t('frame.map')} basemap={config().basemap} start={area} onBox={setFramed} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('word.cancel')}
        </Button>
        <Button disabled={!isArea} onClick={() => framed && onChoose(framed)}>
          {t('frame.use')}
        </Button>
      </div>
    </Dialog>
  )
}
