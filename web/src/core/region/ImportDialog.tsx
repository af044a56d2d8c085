import { Button, FileButton, Modal } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportedRegion, type ImportProblem, readRegions } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useImportRegions } from './data.ts'
import classes from './RegionsPanel.module.css'

const MOST_BYTES = 900_000
const MOST_TOLD = 20

type ImportedFile = { fileName: string; regions: ImportedRegion[]; problems: ImportProblem[] }

export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const [read, setRead] = useState<ImportedFile>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const save = useImportRegions()
  const choose = async (file: File | null) => {
    if (!file) return
    save.reset()
    const text = await file.text()
    const { regions, problems } = readRegions(text, (number) => t('region.numbered', { number }))
    // Measured on the parsed regions, whose corners are rounded to centimetres, because these are sent.
    setIsTooLarge(JSON.stringify(regions).length > MOST_BYTES)
    setRead({ fileName: file.name, regions, problems })
  }
  const confirm = async () => {
    if (!read) return
    const imported = await save.mutateAsync(read.regions).catch(() => undefined)
    if (!imported) return
    await toast({ message: t('region.imported', { count: imported.length }) })
    onClose()
  }
  const isFine = read !== undefined && read.problems.length === 0 && !isTooLarge
  return (
    <Modal opened onClose={onClose} title={t('region.import')} size={440} centered>
      <div className={classes.file}>
        <p className={classes.dim}>{t('region.importText')}</p>
        <FileButton accept=".geojson,.json,application/geo+json,application/json" onChange={choose}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<IconFileImport size={18} stroke={1.75} />}>
              {read ? <bdi>{read.fileName}</bdi> : t('region.chooseFile')}
            </Button>
          )}
        </FileButton>
        {isTooLarge && <p className={classes.wrong}>{t('region.problem.tooLarge')}</p>}
        {read && read.problems.length > 0 && (
          <div role="alert">
            <p>{t('region.refused')}</p>
            <ul className={classes.problems}>
              {read.problems.slice(0, MOST_TOLD).map((problem, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
                <li key={index}>
                  {problem.feature !== undefined && (
                    <>{t('region.feature', { number: problem.feature, name: problem.name })} </>
                  )}
                  {t(`region.problem.${problem.what}`)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {isFine && <p role="status">{t('region.found', { count: read.regions.length })}</p>}
        <ProblemText problem={save.error} onRetry={confirm} />
        <div className={classes.end}>
          <Button variant="default" onClick={onClose}>
            {t('word.cancel')}
          </Button>
          <Button disabled={!isFine} loading={save.isPending} onClick={confirm}>
            {t('region.take')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
