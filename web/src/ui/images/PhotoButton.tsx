import { FileButton, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProblem } from '#contract'
import { IconButton } from '../icons/IconButton.tsx'
import { IMAGE_TYPES } from './fit-image.ts'
import { usePictureChoice } from './use-picture-choice.ts'

type Props = {
  label: string
  isDisabled: boolean
  onChoose: (file: File) => void
  /** Called if the file is rejected. */
  onProblem: (problem: FieldProblem) => void
}

/** Picks one photo and shrinks it on the device. Phones offer the camera first, then the stored pictures. */
export const PhotoButton = ({ label, isDisabled, onChoose, onProblem }: Props) => {
  const { t } = useTranslation()
  const isTouch = useMediaQuery('(pointer: coarse)')
  const picture = usePictureChoice({ onChoose, onProblem })
  const choose = (file: File) => void picture.choose(file)
  if (!isTouch)
    return (
      <PictureInput onChoose={choose}>
        {(open) => <IconButton icon={IconCamera} label={label} disabled={isDisabled} onClick={open} />}
      </PictureInput>
    )
  // The inputs are outside the menu, which unmounts before a file is chosen.
  return (
    <PictureInput isCamera onChoose={choose}>
      {(openCamera) => (
        <PictureInput onChoose={choose}>
          {(openPictures) => (
            <Menu position="top-start" withinPortal>
              <Menu.Target>
                <IconButton icon={IconCamera} label={label} disabled={isDisabled} />
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item mih={44} leftSection={<IconCamera size={20} stroke={1.75} />} onClick={openCamera}>
                  {t('image.takePhoto')}
                </Menu.Item>
                <Menu.Item mih={44} leftSection={<IconPhoto size={20} stroke={1.75} />} onClick={openPictures}>
                  {t('image.choose')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </PictureInput>
      )}
    </PictureInput>
  )
}

type InputProps = { isCamera?: boolean; onChoose: (file: File) => void; children: (open: () => void) => ReactNode }

const PictureInput = ({ isCamera = false, onChoose, children }: InputProps) => {
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    // Without a reset, the browser reports no change if the same file is picked again.
    reset.current?.()
    if (file) onChoose(file)
  }
  const source = isCamera ? { accept: 'image/*', capture: 'environment' as const } : { accept: IMAGE_TYPES }
  return (
    <FileButton {...source} resetRef={reset} onChange={choose}>
      {({ onClick }) => children(onClick)}
    </FileButton>
  )
}
