import { Button, Input, Slider } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { strokePath } from '#contract'
import { useIsWide } from '../../ui/browser/wide.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import classes from './Cover.module.css'
import { useCoverPhoto } from './data.ts'
import { LARGEST, SMALLEST, useBrush } from './use-brush.ts'

type Props = {
  src: string
  alt: string
  backupNote: string
  onClose: () => void
}

/** Covers parts of a photo permanently, such as a face or a number plate. Strokes can be undone until saved. */
export const CoverPhoto = ({ src, alt, backupNote, onClose }: Props) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const { strokes, radius, resize, brush, undo, handlers } = useBrush()
  const [size, setSize] = useState({ width: 0, height: 0 })
  const cover = useCoverPhoto()
  // Awaits `mutateAsync`: `mutate` callbacks would not run if a live message unmounts this dialog before the reply.
  const save = async () => {
    try {
      await cover.mutateAsync({ src, strokes })
    } catch (problem) {
      return toastProblem(problem)
    }
    onClose()
    await toast({ message: t('cover.photoCovered') })
  }
  const { width, height } = size
  return (
    <Dialog title={t('cover.photo')} size="xl" fullScreen={!isWide} zIndex={600} onClose={onClose}>
      <div className={classes.parts}>
        <p>{t(isWide ? 'cover.photoHint' : 'cover.photoTouch')}</p>
        <div className={classes.stage}>
          {/* Left to right in every language, because pictures are not mirrored. */}
          <button type="button" dir="ltr" className={classes.canvas} aria-label={t('cover.canvas')} {...handlers}>
            <img
              src={src}
              alt={alt}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setSize({ width: naturalWidth, height: naturalHeight })
              }
            />
            {width > 0 && (
              <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
                {strokes.map((stroke, at) => (
                  <path
                    // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no id, and are added and removed at the end
                    key={at}
                    className={classes.stroke}
                    d={strokePath(stroke, width, height)}
                    strokeWidth={stroke.radius * 2 * width}
                  />
                ))}
                {brush && (
                  <circle className={classes.brush} cx={brush[0] * width} cy={brush[1] * height} r={radius * width} />
                )}
              </svg>
            )}
          </button>
        </div>
        <div className={classes.tools}>
          <Input.Wrapper className={classes.size} label={t('cover.size')}>
            <Slider
              value={radius}
              onChange={resize}
              min={SMALLEST}
              max={LARGEST}
              step={0.01}
              label={null}
              thumbLabel={t('cover.size')}
            />
          </Input.Wrapper>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
            disabled={strokes.length === 0}
            onClick={undo}
          >
            {t('cover.undo')}
          </Button>
        </div>
        <Notice text={`${t('cover.final')} ${backupNote}`} />
        <Button size="md" color="red" disabled={strokes.length === 0} loading={cover.isPending} onClick={save}>
          {t('cover.save')}
        </Button>
      </div>
    </Dialog>
  )
}
