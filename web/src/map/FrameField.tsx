import { Button } from '@mantine/core'
import { IconFrame } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Box } from '#contract'
import { canDrawMaps } from './can-draw-maps.ts'

const FrameDialog = lazy(() => import('./FrameDialog.tsx').then((file) => ({ default: file.FrameDialog })))

type Props = { title: string; area: Box | null; onChange: (area: Box) => void }

export const FrameField = ({ title, area, onChange }: Props) => {
  const { t } = useTranslation()
  const [canDraw] = useState(canDrawMaps)
  const [isOpen, setIsOpen] = useState(false)
  if (!canDraw) return null
  return (
    <>
      <Button variant="default" leftSection={<IconFrame size={18} stroke={1.75} />} onClick={() => setIsOpen(true)}>
        {t('frame.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <FrameDialog
            title={title}
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
