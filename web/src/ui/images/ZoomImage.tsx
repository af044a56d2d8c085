import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransformComponent, TransformWrapper, useControls } from 'react-zoom-pan-pinch'
import { IconButton } from '../icons/IconButton.tsx'
import classes from './ZoomImage.module.css'

/** Zooms by wheel, pinch, drag or buttons. */
export const ZoomImage = ({ src, alt }: { src: string; alt: string }) => (
  <div className={classes.frame}>
    <TransformWrapper initialScale={1} minScale={0.2} maxScale={5} centerOnInit doubleClick={{ mode: 'toggle' }}>
      <ZoomControls />
      <TransformComponent wrapperClass={classes.wrapper} contentClass={classes.content}>
        <img className={classes.image} src={src} alt={alt} draggable={false} />
      </TransformComponent>
    </TransformWrapper>
  </div>
)

export const ZoomControls = () => {
  const { t } = useTranslation()
  const { zoomIn, zoomOut, resetTransform } = useControls()
  return (
    <div className={classes.controls}>
      <IconButton icon={IconPlus} label={t('image.zoomIn')} variant="default" size={44} onClick={() => zoomIn()} />
      <IconButton icon={IconMinus} label={t('image.zoomOut')} variant="default" size={44} onClick={() => zoomOut()} />
      <IconButton
        icon={IconZoomReset}
        label={t('image.reset')}
        variant="default"
        size={44}
        onClick={() => resetTransform()}
      />
    </div>
  )
}
