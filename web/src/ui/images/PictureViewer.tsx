import { Modal, useDirection } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { type Swipe, swipeOf } from '../browser/swipe.ts'
import { IconButton } from '../icons/IconButton.tsx'
import classes from './PictureViewer.module.css'
import { ZoomControls } from './ZoomImage.tsx'

export type Picture = { src: string; alt: string }

type Props = {
  pictures: readonly Picture[]
  first?: number
  renderAction?: ((picture: Picture) => ReactNode) | undefined
  onClose: () => void
}

/**
 * Full-screen pictures. Wheel, pinch, buttons and the keys + - 0 zoom. Arrow keys, buttons and swipes browse. Escape
 * and a button close.
 */
export const PictureViewer = ({ pictures, first = 0, renderAction, onClose }: Props) => {
  const { t } = useTranslation()
  const { dir } = useDirection()
  const [at, setAt] = useState(first)
  const zoom = useRef<ReactZoomPanPinchRef>(null)
  const picture = pictures[at]
  const leaf = (step: number) => setAt((at + step + pictures.length) % pictures.length)
  const keys: Record<string, () => void> = {
    ArrowLeft: () => leaf(dir === 'rtl' ? 1 : -1),
    ArrowRight: () => leaf(dir === 'rtl' ? -1 : 1),
    '+': () => zoom.current?.zoomIn(),
    '-': () => zoom.current?.zoomOut(),
    '0': () => zoom.current?.resetTransform(),
  }
  useWindowEvent('keydown', ({ key }) => keys[key]?.())
  const swipes = useSwipes((swipe) => {
    // In a zoomed picture, swiping moves the picture.
    if ((zoom.current?.state.scale ?? 1) > 1) return
    if (swipe === 'start') leaf(1)
    if (swipe === 'end') leaf(-1)
  })
  if (!picture) return null
  const isSeveral = pictures.length > 1
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      zIndex={500}
      transitionProps={{ duration: 0 }}
      aria-label={picture.alt}
      classNames={{ content: classes.content, body: classes.body }}
      {...(isSeveral && swipes)}
    >
      <TransformWrapper
        key={picture.src}
        ref={zoom}
        initialScale={1}
        minScale={0.5}
        maxScale={8}
        centerOnInit
        doubleClick={{ mode: 'toggle' }}
      >
        <div className={classes.zoom}>
          <ZoomControls />
        </div>
        <TransformComponent wrapperClass={classes.wrapper ?? ''} contentClass={classes.wrapper ?? ''}>
          <img className={classes.image} src={picture.src} alt={picture.alt} draggable={false} />
        </TransformComponent>
      </TransformWrapper>
      {renderAction && <div className={classes.action}>{renderAction(picture)}</div>}
      <IconButton
        icon={IconX}
        label={t('word.close')}
        size={44}
        variant="default"
        className={classes.close}
        data-autofocus
        onClick={onClose}
      />
      {isSeveral && (
        <div className={classes.leaf}>
          <IconButton
            icon={dir === 'rtl' ? IconChevronRight : IconChevronLeft}
            label={t('picture.previous')}
            size={44}
            variant="default"
            onClick={() => leaf(-1)}
          />
          <span role="status">
            {t('picture.place', {
              number: formatNumber(at + 1, currentLanguage()),
              all: formatNumber(pictures.length, currentLanguage()),
            })}
          </span>
          <IconButton
            icon={dir === 'rtl' ? IconChevronLeft : IconChevronRight}
            label={t('picture.next')}
            size={44}
            variant="default"
            onClick={() => leaf(1)}
          />
        </div>
      )}
    </Modal>
  )
}

/** Detects swipes with one finger; a second finger makes a pinch. */
const useSwipes = (onSwipe: (swipe: Swipe) => void) => {
  const { dir } = useDirection()
  const start = useRef<{ x: number; y: number }>(null)
  return {
    onTouchStartCapture: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEndCapture: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (touch && start.current)
        onSwipe(swipeOf(touch.clientX - start.current.x, touch.clientY - start.current.y, dir === 'rtl'))
      start.current = null
    },
  }
}
