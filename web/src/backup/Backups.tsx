import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backup, Backups as BackupsOfServer } from '#contract'
import { formatDate, formatRelative, formatTime } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { isolated } from '../i18n/isolated.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { IconButton } from '../ui/icons/IconButton.tsx'
import { toast } from '../ui/overlays/toast.ts'
import classes from './Backups.module.css'
import { DownloadDialog } from './DownloadDialog.tsx'
import { useBackups, useMakeBackup } from './data.ts'
import { NightlyForm } from './NightlyForm.tsx'

const SHOWN = 5
const MEGABYTE = 1_000_000

/** The backups of the server, for its owner: whether the last one is good, making one, fetching one, and the nights. */
export const Backups = () => {
  const { t } = useTranslation()
  const { data, error, refetch } = useBackups()
  return (
    <section className={classes.section} aria-label={t('backup.title')}>
      <h2 className={classes.title}>{t('backup.title')}</h2>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {data && (
        <>
          <State {...data} />
          <MakeButton isRunning={data.isRunning} />
          <Stored backups={data.backups} />
          <NightlyForm nightly={data.nightly} />
          <p className={classes.hint}>
            {t('backup.place', { place: isolated(data.place) })}{' '}
            {t(data.isEncrypted ? 'backup.encrypted' : 'backup.plain')}
          </p>
          <p className={classes.hint}>
            {t('backup.restore', { command: isolated('npm run restore -- FILE --replace') })}
          </p>
        </>
      )}
    </section>
  )
}

const timeOf = (createdAt: string): string => {
  const date = new Date(createdAt)
  return isolated(`${formatDate(date, currentLanguage())} ${formatTime(date)}`)
}

const State = ({ lastGoodAt, isTooOld, problem }: BackupsOfServer) => {
  const { t } = useTranslation()
  const last = lastGoodAt && formatRelative(new Date(lastGoodAt), new Date(), t, currentLanguage())
  return (
    <div>
      <p>{last ? t('backup.last', { time: isolated(last) }) : t('backup.none')}</p>
      {isTooOld && (
        <p className={classes.warning} role="alert">
          {t(lastGoodAt ? 'backup.tooOld' : 'backup.noneTooOld')}
        </p>
      )}
      {problem && (
        <p className={classes.warning} role="alert">
          {t('backup.failed', { reason: isolated(problem) })}
        </p>
      )}
    </div>
  )
}

const MakeButton = ({ isRunning }: { isRunning: boolean }) => {
  const { t } = useTranslation()
  const make = useMakeBackup()
  const begin = () => make.mutate(undefined, { onSuccess: () => toast({ message: t('backup.begun') }) })
  return (
    <>
      <Button variant="light" onClick={begin} loading={isRunning || make.isPending}>
        {t('backup.make')}
      </Button>
      {isRunning && (
        <p className={classes.hint} role="status">
          {t('backup.running')}
        </p>
      )}
    </>
  )
}

const Stored = ({ backups }: { backups: readonly Backup[] }) => {
  const { t } = useTranslation()
  const [isAll, setIsAll] = useState(false)
  const [leaving, setLeaving] = useState<Backup>()
  if (backups.length === 0) return null
  const sizeOf = ({ bytes }: Backup) =>
    t('backup.size', { count: Math.max(0.1, Math.round(bytes / (MEGABYTE / 10)) / 10) })
  const metaOf = (backup: Backup) =>
    t(backup.isEncrypted ? 'backup.rowEncrypted' : 'backup.row', {
      kind: t(`backup.kind.${backup.kind ?? 'other'}`),
      size: isolated(sizeOf(backup)),
    })
  return (
    <>
      <ul className={classes.list} aria-label={t('backup.list')}>
        {backups.slice(0, isAll ? backups.length : SHOWN).map((backup) => (
          <li key={backup.name} className={classes.row} title={backup.name}>
            <span className={classes.words}>
              <span>{timeOf(backup.createdAt)}</span>
              <span className={classes.hint}>{metaOf(backup)}</span>
            </span>
            <IconButton
              icon={IconDownload}
              label={t('backup.download', { time: timeOf(backup.createdAt) })}
              onClick={() => setLeaving(backup)}
            />
          </li>
        ))}
      </ul>
      {!isAll && backups.length > SHOWN && (
        <Button variant="subtle" onClick={() => setIsAll(true)}>
          {t('backup.all', { count: backups.length })}
        </Button>
      )}
      {leaving && <DownloadDialog name={leaving.name} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
