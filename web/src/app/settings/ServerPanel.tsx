import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { ServerServices } from '../../service/ServerServices.tsx'
import { useSettings } from '../../setting/data.ts'
import { HealthFacts } from '../../setting/HealthFacts.tsx'
import { Notices } from '../../setting/Notices.tsx'
import { RefusedRequests } from '../../setting/RefusedRequests.tsx'
import { ServerSettings } from '../../setting/ServerSettings.tsx'
import { usePartInSight } from '../../ui/browser/use-part-in-sight.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { actorOf } from '../../user/data.ts'
import { useBackupNote } from '../use-backup-note.ts'
import { useWorkspace } from '../use-workspace.ts'
import { LoadingState } from './LoadingState.tsx'
import classes from './Settings.module.css'
import { SettingsNav } from './SettingsNav.tsx'

const KeysDialog = lazy(
  withTexts(['sensors'], () =>
    import('../../sensor/keys/KeysDialog.tsx').then((file) => ({ default: file.KeysDialog })),
  ),
)

const StreetsSettings = lazy(
  withTexts(['streets'], () =>
    import('../../streets/StreetsSettings.tsx').then((file) => ({ default: file.StreetsSettings })),
  ),
)

const Backups = lazy(
  withTexts(['backup'], () => import('../../backup/Backups.tsx').then((file) => ({ default: file.Backups }))),
)

const ServerStatus = lazy(
  withTexts(['status'], () => import('../../status/ServerStatus.tsx').then((file) => ({ default: file.ServerStatus }))),
)

const MailSettings = lazy(
  withTexts(['mail', 'delivery'], () =>
    import('../../mail/MailSettings.tsx').then((file) => ({ default: file.MailSettings })),
  ),
)

const SmsSettings = lazy(
  withTexts(['delivery'], () => import('../../sms/SmsSettings.tsx').then((file) => ({ default: file.SmsSettings }))),
)

/** The server: its health for every technician; backups, name, notices and services for its owner. */
export const ServerPanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const backupNote = useBackupNote()
  const { workspace } = useWorkspace()
  const panel = useRef<HTMLDivElement>(null)
  usePartInSight(panel, workspace.tab)
  const actor = actorOf(profile)
  if (!mayEver(actor, 'server.read')) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  const isOwner = mayEver(actor, 'server.edit')
  return (
    <div ref={panel} className={classes.panel}>
      <SettingsNav profile={profile} here="serversettings" />
      {settings.data ? (
        <>
          <div className={classes.section}>
            <HealthFacts />
            {mayEver(actor, 'ingestKey.edit') && <IngestKeys />}
            {isOwner && (
              <Suspense>
                <ServerStatus />
              </Suspense>
            )}
            <RefusedRequests isOwner={isOwner} />
            {isOwner && (
              <div data-part="backup">
                <Suspense>
                  <Backups serverName={settings.data.name} />
                </Suspense>
              </div>
            )}
            {isOwner && (
              <Suspense>
                <MailSettings />
                <SmsSettings />
              </Suspense>
            )}
            {isOwner && <ServerSettings settings={settings.data} />}
            {isOwner && (
              <div data-part="streets">
                <Suspense>
                  <StreetsSettings tileSets={settings.data.tileSets} isOffline={settings.data.offlineMode} />
                </Suspense>
              </div>
            )}
            {isOwner && <Notices notices={settings.data.notices} />}
          </div>
          {isOwner && <ServerServices own={profile.service._id} backupNote={backupNote} />}
        </>
      ) : (
        <LoadingState problem={settings.error} onRetry={settings.refetch} />
      )}
    </div>
  )
}

/** The keys that sensors sign their readings with. */
const IngestKeys = () => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" fullWidth mt="md" onClick={() => setIsOpen(true)}>
        {t('settingsNav.keys')}
      </Button>
      {isOpen && (
        <Suspense>
          <KeysDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
