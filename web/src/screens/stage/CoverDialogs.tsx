import { Button, Group } from '@mantine/core'
import { IconBrush, IconEraser } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../i18n/i18n.ts'
import type { CoverText } from '../../public/cover/CoverWords.tsx'
import { useBackupNote } from '../workspace/use-backup-note.ts'

const CoverPhoto = lazy(
  withTexts(['cover'], () =>
    import('../../public/cover/CoverPhoto.tsx').then((file) => ({ default: file.CoverPhoto })),
  ),
)
const CoverWords = lazy(
  withTexts(['cover'], () =>
    import('../../public/cover/CoverWords.tsx').then((file) => ({ default: file.CoverWords })),
  ),
)

type PhotoProps = { src: string; alt: string; onClose: () => void }

/**
 * Covers parts of a photo. The original is erased at once, so backups keep it for a shorter time than deleted data.
 */
export const CoverPhotoDialog = (props: PhotoProps) => {
  const backupNote = useBackupNote(0)
  return (
    <Suspense>
      <CoverPhoto {...props} backupNote={backupNote} />
    </Suspense>
  )
}

type WordsProps = { id: string; texts: readonly CoverText[]; onClose: () => void }

export const CoverWordsDialog = (props: WordsProps) => {
  const backupNote = useBackupNote(0)
  return (
    <Suspense>
      <CoverWords {...props} backupNote={backupNote} />
    </Suspense>
  )
}

type Props = {
  id: string
  photo: { src: string; alt: string } | undefined
  texts: readonly CoverText[]
  onOpen: (isOpen: boolean) => void
}

export const CoverButtons = ({ id, photo, texts, onOpen }: Props) => {
  const { t } = useTranslation()
  const [dialogue, setDialogue] = useState<'photo' | 'words'>()
  const show = (next: typeof dialogue) => {
    setDialogue(next)
    onOpen(next !== undefined)
  }
  const close = () => show(undefined)
  // Another report may replace this one while a dialog is open; `onOpen` must then learn that the dialog is gone.
  const leave = useEffectEvent(() => onOpen(false))
  useEffect(() => () => leave(), [])
  return (
    <>
      <Group gap={8}>
        {photo && (
          <Button
            variant="default"
            leftSection={<IconBrush size={18} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => show('photo')}
          >
            {t('coverButton.photo')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconEraser size={18} stroke={1.75} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => show('words')}
        >
          {t('coverButton.words')}
        </Button>
      </Group>
      {dialogue === 'photo' && photo && <CoverPhotoDialog {...photo} onClose={close} />}
      {dialogue === 'words' && <CoverWordsDialog id={id} texts={texts} onClose={close} />}
    </>
  )
}
