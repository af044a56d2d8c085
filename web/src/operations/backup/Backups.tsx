import { Button, Loader } from '@mantine/core'
import { IconDownload, IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Backup, type Backups as BackupsOfServer, backupProblemText } from '#contract'
import { formatRelative, momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsList } from '../../ui/layout/SettingsList.tsx'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import classes from './Backups.module.css'
import { DownloadDialog } from './DownloadDialog.tsx'
import { useBackups, useMakeBackup } from './data.ts'
import { NightlyForm } from './NightlyForm.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

const MEGABYTE = 1_000_000

export const Backups = ({ serverName }: { serverName: string }) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useBackups()
  return (
    <SettingsSection title={t('backup.title')}>
      {error && !data?.isRestoring && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {data && (
        <>
          <State {...data} />
          {data.isRestoring ? <Restoring isAway={error !== null} /> : <MakeButton isRunning={data.isRunning} />}
          <Stored backups={data.backups} serverName={serverName} isBusy={data.isRunning || data.isRestoring} />
          <NightlyForm nightly={data.nightly} />
          <p className={parts.hint}>
            {t('backup.place', { place: isolated(data.place) })}{' '}
            {t(data.isEncrypted ? 'backup.encrypted' : 'backup.plain')}
          </p>
        </>
      )}
    </SettingsSection>
  )
}

const State = ({ lastGoodAt, isTooOld, placeProblem, problem, restoreProblem }: BackupsOfServer) => {
  const { t } = useTranslation()
  const textOf = (reason: string) => backupProblemText(reason, currentLanguage())
  const last = lastGoodAt && formatRelative(new Date(lastGoodAt), new Date(), t, currentLanguage())
  return (
    <div>
      {(last || placeProblem === null) && <p>{last ? t('backup.last', { time: isolated(last) }) : t('backup.none')}</p>}
      {placeProblem !== null && (
        <p className={parts.warning} role="alert">
          {t('backup.placeAway', { reason: isolated(textOf(placeProblem)) })}
        </p>
      )}
      {isTooOld && placeProblem === null && (
        <p className={parts.warning} role="alert">
          {t(lastGoodAt ? 'backup.tooOld' : 'backup.noneTooOld')}
        </p>
      )}
      {problem && (
        <p className={parts.warning} role="alert">
          {t('backup.failed', { reason: isolated(textOf(problem)) })}
        </p>
      )}
      {restoreProblem && (
        <p className={parts.warning} role="alert">
          {t('backup.restoreFailed', { reason: isolated(textOf(restoreProblem)) })}
        </p>
      )}
    </div>
  )
}

/** Shown until the server is back. Then everyone is signed out, or the restore has failed. */
const Restoring = ({ isAway }: { isAway: boolean }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.busy} role="status">
      <Loader size={18} aria-hidden />
      {t(isAway ? 'backup.restoring' : 'backup.checking')}
    </p>
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
        <p className={parts.hint} role="status">
          {t('backup.running')}
        </p>
      )}
    </>
  )
}

type StoredProps = { backups: readonly Backup[]; serverName: string; isBusy: boolean }

const Stored = ({ backups, serverName, isBusy }: StoredProps) => {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<Backup>()
  const [returning, setReturning] = useState<Backup>()
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
      <SettingsList
        label={t('backup.list')}
        allLabel={t('backup.all', { count: backups.length })}
        rows={backups.map((backup) => ({
          key: backup.name,
          title: backup.name,
          text: momentText(backup.createdAt),
          meta: metaOf(backup),
          end: (
            <>
              <IconButton
                icon={IconDownload}
                label={t('backup.download', { time: momentText(backup.createdAt) })}
                onClick={() => setLeaving(backup)}
              />
              <IconButton
                icon={IconRestore}
                label={t('backup.restore', { time: momentText(backup.createdAt) })}
                disabled={isBusy}
                onClick={() => setReturning(backup)}
              />
            </>
          ),
        }))}
      />
      {leaving && <DownloadDialog name={leaving.name} onClose={() => setLeaving(undefined)} />}
      {returning && (
        <RestoreDialog
          backup={returning}
          time={momentText(returning.createdAt)}
          serverName={serverName}
          onClose={() => setReturning(undefined)}
        />
      )}
    </>
  )
}
