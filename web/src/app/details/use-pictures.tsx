import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Aoi } from '#contract'

const PictureViewer = lazy(() =>
  import('../../ui/images/PictureViewer.tsx').then((file) => ({ default: file.PictureViewer })),
)

/** Opens the pictures of an AOI on the whole screen; `open` is absent if it has none. */
export const usePictures = (aoi: Aoi): { open: (() => void) | undefined; viewer: ReactNode } => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { map, name } = aoi.properties
  const pictures = map.map(({ image }) => ({ src: image, alt: t('aoi.imageOf', { name }) }))
  return {
    open: pictures.length > 0 ? () => setIsOpen(true) : undefined,
    viewer: isOpen && (
      <Suspense>
        <PictureViewer pictures={pictures} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}
