import { Button } from '@mantine/core'
import { IconBrush } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, may, type Profile } from '#contract'
import { actorOf } from '../../people/user/data.ts'
import { useMergedReports } from '../../public/twin/data.ts'
import { CoverPhotoDialog } from '../stage/CoverDialogs.tsx'

const PictureViewer = lazy(() =>
  import('../../ui/images/PictureViewer.tsx').then((file) => ({ default: file.PictureViewer })),
)

export type Pictures = {
  open: (() => void) | undefined
  openAt: (src: string) => void
  viewer: ReactNode
}

export const usePictures = (aoi: Aoi, profile: Profile): Pictures => {
  const { t } = useTranslation()
  const [shown, setShown] = useState<string>()
  const [covering, setCovering] = useState<{ src: string; alt: string }>()
  // A reader from another service sees no merged reports.
  const readsMerged = aoi.mergedCount > 0 && may(actorOf(profile), 'service.readAois', aoi)
  const { data: merged = [] } = useMergedReports(aoi._id, { enabled: readsMerged })
  const pictures = [aoi, ...merged].flatMap(({ properties: { map, name, logs } }) => [
    ...map.map(({ image }) => ({ src: image, alt: t('aoi.imageOf', { name }) })),
    ...logs.flatMap(({ photo, username }) =>
      photo ? [{ src: photo, alt: t('log.photoBy', { name: username }) }] : [],
    ),
  ])
  const [first] = pictures
  const mayCover = !aoi.properties.forSensors && may(actorOf(profile), 'report.review', { serviceId: aoi.serviceId })
  const coverButton = (picture: { src: string; alt: string }) => (
    <Button
      variant="default"
      size="md"
      leftSection={<IconBrush size={18} stroke={1.75} aria-hidden />}
      onClick={() => {
        setShown(undefined)
        setCovering(picture)
      }}
    >
      {t('coverButton.photo')}
    </Button>
  )
  return {
    open: first && (() => setShown(first.src)),
    openAt: setShown,
    viewer: (
      <>
        {shown !== undefined && (
          <Suspense>
            <PictureViewer
              pictures={pictures}
              first={pictures.findIndex(({ src }) => src === shown)}
              renderAction={mayCover ? coverButton : undefined}
              onClose={() => setShown(undefined)}
            />
          </Suspense>
        )}
        {covering && <CoverPhotoDialog {...covering} onClose={() => setCovering(undefined)} />}
      </>
    ),
  }
}
