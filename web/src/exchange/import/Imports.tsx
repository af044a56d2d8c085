import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileProblemText, IMPORT_MAX_BYTES, type Import, type ImportEncoding } from '#contract'
import { momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { UploadProgress } from '../../ui/images/UploadProgress.tsx'
import list from '../../ui/lists/PlainList.module.css'
import type { ImportChoices } from './choices.ts'
import { useImports, useUploadImport } from './data.ts'
import classes from './Import.module.css'
import { ImportView } from './ImportView.tsx'

const ENDINGS = '.xlsx,.csv,.tsv,.tab,.txt,.geojson,.json,.kml,.kmz,.gpx'

export const Imports = ({ choices }: { choices: ImportChoices }) => {
  const { t } = useTranslation()
  const imports = useImports()
  const upload = useUploadImport()
  const [opened, setOpened] = useState<string>()
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const send = async (chosen: File | null | undefined, encoding?: ImportEncoding) => {
    if (!chosen) return
    setIsTooLarge(chosen.size > IMPORT_MAX_BYTES)
    if (chosen.size > IMPORT_MAX_BYTES) return
    setFile(chosen)
    setSent(0)
    const input = { file: chosen, onProgress: setSent, ...(encoding && { encoding }) }
    const uploaded = await upload.mutateAsync(input).catch(() => undefined)
    if (uploaded) setOpened(uploaded._id)
  }
  if (opened)
    return (
      <ImportView
        key={opened}
        id={opened}
        isRemembered={upload.data?._id === opened && upload.data.isRemembered}
        choices={choices}
        onEncoding={upload.data?._id === opened && file ? (encoding) => void send(file, encoding) : undefined}
        onLeave={() => setOpened(undefined)}
      />
    )
  return (
    <>
      <div className={classes.part}>
        <p className={list.meta}>{t('import.hint')}</p>
        <FileButton onChange={(chosen) => void send(chosen)} accept={ENDINGS} disabled={upload.isPending}>
          {(button) => (
            <Button leftSection={<IconFileImport size={18} stroke={1.75} />} loading={upload.isPending} {...button}>
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
        {upload.isPending && <UploadProgress sent={sent} />}
        {isTooLarge && <Notice text={t('import.tooLarge', { megabytes: IMPORT_MAX_BYTES / 1_000_000 })} />}
      </div>
      {imports.error && <ProblemText problem={imports.error} onRetry={() => imports.refetch()} />}
      {imports.isPending && <Skeleton rows={3} label={t('word.loading')} />}
      {imports.data?.length === 0 && <EmptyState icon={IconFileImport} text={t('import.none')} />}
      <ul className={list.list} aria-label={t('import.earlier')}>
        {imports.data?.map((one) => (
          <ImportRow key={one._id} one={one} onOpen={() => setOpened(one._id)} />
        ))}
      </ul>
    </>
  )
}

const ImportRow = ({ one, onOpen }: { one: Import; onOpen: () => void }) => {
  const { t } = useTranslation()
  const { counts, problem } = one
  const result =
    problem && one.state === 'failed'
      ? fileProblemText(currentLanguage(), problem)
      : t(`import.state.${one.state}`, { count: counts.new + counts.changed })
  return (
    <li className={list.row}>
      <button type="button" className={list.words} onClick={onOpen}>
        <bdi className={list.name}>{one.fileName}</bdi>
        <span className={list.meta}>{result}</span>
        <span className={list.meta}>{[momentText(one.createdAt), one.creator].filter(Boolean).join(' · ')}</span>
      </button>
    </li>
  )
}
