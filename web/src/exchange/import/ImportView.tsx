import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileProblemText, type Import, type ImportEncoding, type ImportMapping, importEncodings } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { Columns } from './Columns.tsx'
import type { ImportChoices } from './choices.ts'
import { useDiscardImport, useImport, useStartImport } from './data.ts'
import classes from './Import.module.css'
import { Preview } from './Preview.tsx'
import { Progress } from './Progress.tsx'
import { Result } from './Result.tsx'

type Props = {
  id: string
  isRemembered: boolean
  choices: ImportChoices
  /** Reads the file again in another encoding; undefined if the page no longer has the file. */
  onEncoding: ((encoding: ImportEncoding) => void) | undefined
  onLeave: () => void
}

export const ImportView = ({ id, onLeave, ...props }: Props) => {
  const { t } = useTranslation()
  const { data: one, error, refetch } = useImport(id)
  return (
    <>
      <div className={classes.head}>
        <IconButton icon={IconArrowLeft} label={t('import.all')} className={classes.mirrored} onClick={onLeave} />
        <h2 className={classes.title}>
          <bdi>{one?.fileName}</bdi>
        </h2>
      </div>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!one && !error && <Skeleton rows={6} label={t('word.loading')} />}
      {one && <Body one={one} onLeave={onLeave} {...props} />}
    </>
  )
}

const Body = ({ one, ...props }: Omit<Props, 'id'> & { one: Import }) => {
  const { state, problem, mapping } = one
  if (state === 'failed' && problem)
    return (
      <div className={classes.part}>
        <Notice text={fileProblemText(currentLanguage(), problem)} />
        <EncodingHint one={one} onEncoding={props.onEncoding} />
        <DiscardButton id={one._id} onLeave={props.onLeave} />
      </div>
    )
  if (state === 'reading' || state === 'ready') return mapping && <Prepare one={one} guessed={mapping} {...props} />
  if (state === 'running' || state === 'undoing') return <Progress one={one} />
  return <Result one={one} />
}

const Prepare = ({
  one,
  guessed,
  isRemembered,
  choices,
  onEncoding,
  onLeave,
}: Omit<Props, 'id'> & { one: Import; guessed: ImportMapping }) => {
  const { t } = useTranslation()
  const [mapping, setMapping] = useState(guessed)
  const [isReported, setReported] = useState(false)
  const start = useStartImport()
  const isAoi = mapping.kind === 'event' || mapping.kind === 'activity'
  return (
    <>
      {one.problem && (
        <div className={classes.part}>
          <Notice text={fileProblemText(currentLanguage(), one.problem)} />
        </div>
      )}
      {isRemembered && <p className={classes.part}>{t('import.remembered')}</p>}
      <Columns one={one} mapping={mapping} choices={choices} onChange={setMapping} />
      <EncodingHint one={one} onEncoding={onEncoding} />
      <Preview one={one} mapping={mapping} />
      <div className={classes.bottom}>
        {isAoi && (
          <Switch
            label={t('import.isReported')}
            description={t('import.isReportedText')}
            mb={8}
            checked={isReported}
            onChange={(event) => setReported(event.currentTarget.checked)}
          />
        )}
        <p className={classes.dim}>{t('import.leftOut')}</p>
        <div className={classes.buttons}>
          <DiscardButton id={one._id} onLeave={onLeave} />
          <Button
            disabled={one.state === 'reading'}
            loading={start.isPending}
            onClick={() => start.mutate({ id: one._id, mapping, isReported: isAoi && isReported })}
          >
            {t('import.start', { count: one.rowCount })}
          </Button>
        </div>
      </div>
    </>
  )
}

const DiscardButton = ({ id, onLeave }: { id: string; onLeave: () => void }) => {
  const { t } = useTranslation()
  const discard = useDiscardImport()
  return (
    <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate(id, { onSuccess: onLeave })}>
      {t('import.discard')}
    </Button>
  )
}

/** The encoding is a guess, so people who see garbled letters can choose another. */
const EncodingHint = ({ one, onEncoding }: Pick<Props, 'onEncoding'> & { one: Import }) => {
  const { t } = useTranslation()
  if (!onEncoding || one.format === 'geojson') return null
  return (
    <NativeSelect
      className={classes.part}
      label={t('import.encoding')}
      value={one.encoding ?? ''}
      data={[...(one.encoding ? [] : [{ value: '', label: '' }]), ...importEncodings]}
      onChange={(event) => onEncoding(event.currentTarget.value as ImportEncoding)}
    />
  )
}
