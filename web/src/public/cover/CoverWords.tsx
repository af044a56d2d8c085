import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { splitWords, wordKey } from '#contract'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import classes from './Cover.module.css'
import { useCoverWords } from './data.ts'

export type CoverText = { label: string; text: string }

type Props = {
  id: string
  texts: readonly CoverText[]
  backupNote: string
  onClose: () => void
}

/** Redacts words of a report permanently, wherever they occur. */
export const CoverWords = ({ id, texts, backupNote, onClose }: Props) => {
  const { t } = useTranslation()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const cover = useCoverWords(id)
  const toggle = (key: string) =>
    setKeys((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]))
  const save = () =>
    cover
      .mutateAsync([...keys])
      .then(() => {
        void toast({ message: t('cover.wordsDone') })
        onClose()
      })
      .catch(toastProblem)
  return (
    <Dialog title={t('cover.words')} size="lg" onClose={onClose}>
      <div className={classes.parts}>
        <p>{t('cover.wordsHint')}</p>
        {texts
          .filter(({ text }) => text.trim() !== '')
          .map(({ label, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts of one report, in their order
            <section key={at}>
              <h4 className={classes.label}>{label}</h4>
              <p className={classes.text} dir="auto">
                {splitWords(text).map((piece, place) =>
                  piece.isWord ? (
                    <button
                      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in their order
                      key={place}
                      type="button"
                      className={classes.word}
                      aria-pressed={keys.has(wordKey(piece.text))}
                      onClick={() => toggle(wordKey(piece.text))}
                    >
                      {piece.text}
                    </button>
                  ) : (
                    piece.text
                  ),
                )}
              </p>
            </section>
          ))}
        <Notice text={`${t('cover.final')} ${backupNote}`} />
        <Button size="md" color="red" disabled={keys.size === 0} loading={cover.isPending} onClick={save}>
          {t('cover.saveWords', { count: keys.size })}
        </Button>
      </div>
    </Dialog>
  )
}
