import { Button } from '@mantine/core'
import { IconFrame } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HomeArea } from '#contract'
import { canDrawMaps } from './can-draw-maps.ts'

const HomeAreaDialog = lazy(() => import('./HomeAreaDialog.tsx').then((file) => ({ default: file.HomeAreaDialog })))

type Props = { area: HomeArea | null; onChange: (area: HomeArea) => void }

export const FrameHomeArea = ({ area, onChange }: Props) => {
  const { t } = useTranslation()
  const [canDraw] = useState(canDrawMaps)
  const [isOpen, setIsOpen] = useState(false)
  if (!canDraw) return null
  return (
    <>
      <Button variant="default" leftSection={<IconFrame size={18} stroke={1.75} />} onClick={() => setIsOpen(true)}>
        {t('starter.frame.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <HomeAreaDialog
            area={area}
            onClose={() => setIsOpen(false)}
            onChoose={(framed) => {
              onChange(framed)
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
