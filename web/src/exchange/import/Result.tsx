import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileProblemText, type Import } from '#contract'
import { saveFile } from '../../api/download.ts'
import { momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import list from '../../ui/lists/PlainList.module.css'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { readRejected, useImportRows, useUndoImport } from './data.ts'
import classes from './Import.module.css'
import { rejectedFile } from './rejected-file.ts'

const shown = ['new', 'changed', 'unchanged', 'rejected', 'undone', 'kept'] as const

export const Result = ({ one }: { one: Import }) => {
  const { t } = useTranslation()
  const undo = useUndoImport()
  const [isAsking, setIsAsking] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  const { counts, problem, undoUntil } = one
  const download = async () => {
    setIsWriting(true)
    try {
      const file = rejectedFile(one, await readRejected(one._id), currentLanguage())
      saveFile(file, t('import.rejectedName', { name: one.fileName.replace(/\.\w+$/, '') }))
    } catch (error) {
      toastProblem(error)
    }
    setIsWriting(false)
  }
  const written = counts.new + counts.changed
  const canUndo = undoUntil !== null && Date.parse(undoUntil) > Date.now() && written > 0
  return (
    <div className={classes.part}>
      <p role="status">{t(`import.state.${one.state}`, { count: written })}</p>
      {problem && <Notice text={fileProblemText(currentLanguage(), problem)} />}
      <dl className={classes.facts}>
        {shown.map(
          (name) =>
            counts[name] > 0 && (
              <div key={name} className={classes.fact}>
                <dt>{t(`import.count.${name}`)}</dt>
                <dd>{counts[name]}</dd>
              </div>
            ),
        )}
      </dl>
      <div className={classes.buttons}>
        {counts.rejected > 0 && (
          <Button variant="default" loading={isWriting} onClick={() => void download()}>
            {t('import.rejectedFile')}
          </Button>
        )}
        {canUndo && (
          <Button variant="default" color="red" loading={undo.isPending} onClick={() => setIsAsking(true)}>
            {t('import.undo')}
          </Button>
        )}
      </div>
      {canUndo && <p className={list.meta}>{t('import.undoUntil', { time: momentText(undoUntil) })}</p>}
      <KeptRows one={one} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('import.undoQuestion')}
        message={t('import.undoHint', { count: written })}
        yes={t('import.undo')}
        color="red"
        onCancel={() => setIsAsking(false)}
        onYes={() => {
          setIsAsking(false)
          undo.mutate(one._id)
        }}
      />
    </div>
  )
}

/** Items that an undo kept because someone has edited them. */
const KeptRows = ({ one }: { one: Import }) => {
  const { t } = useTranslation()
  const kept = useImportRows({ id: one._id, which: 'kept', enabled: one.counts.kept > 0 })
  if (!kept.data || kept.data.rows.length === 0) return null
  return (
    <section aria-label={t('import.keptTitle')}>
      <h3 className={classes.subtitle}>{t('import.keptTitle')}</h3>
      <ul className={list.list}>
        {kept.data.rows.map(({ number, aoi, cells }) => (
          <li key={number} className={list.entry}>
            <bdi>{aoi ? `#${aoi.number} ${aoi.name}` : cells.find(Boolean)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
