import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { StarterField } from '../../operations/starter/StarterField.tsx'
import { ServerServices } from '../../people/service/ServerServices.tsx'
import { useSettings } from '../../people/setting/data.ts'
import { HealthFacts } from '../../people/setting/HealthFacts.tsx'
import { Notices } from '../../people/setting/Notices.tsx'
import { RefusedRequests } from '../../people/setting/RefusedRequests.tsx'
import { ServerSettings } from '../../people/setting/ServerSettings.tsx'
import { actorOf } from '../../people/user/data.ts'
import { usePartInSight } from '../../ui/browser/use-part-in-sight.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useBackupNote } from '../workspace/use-backup-note.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { LoadingState } from './LoadingState.tsx'
import classes from './Settings.module.css'

const KeysDialog = lazy(
  withTexts(['sensors'], () =>
    import('../../alarms/sensor/keys/KeyList.tsx').then((file) => ({ default: file.KeysDialog })),
  ),
)

const StreetsSettings = lazy(
  withTexts(['streets'], () =>
    import('../../geo/streets/StreetsSettings.tsx').then((file) => ({ default: file.StreetsSettings })),
  ),
)

const Backups = lazy(
  withTexts(['backup'], () =>
    import('../../operations/backup/Backups.tsx').then((file) => ({ default: file.Backups })),
  ),
)

const ServerStatus = lazy(
  withTexts(['status'], () =>
    import('../../operations/status/ServerStatus.tsx').then((file) => ({ default: file.ServerStatus })),
  ),
)

const MailSettings = lazy(
  withTexts(['mail', 'delivery'], () =>
    import('../../people/mail/MailSettings.tsx').then((file) => ({ default: file.MailSettings })),
  ),
)

const SmsSettings = lazy(
  withTexts(['delivery'], () =>
    import('../../messaging/sms/SmsSettings.tsx').then((file) => ({ default: file.SmsSettings })),
  ),
)

export const ServerPanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const backupNote = useBackupNote()
  const { workspace } = useWorkspace()
  const panel = useRef<HTMLDivElement>(null)
  usePartInSight(panel, workspace.tab)
  const actor = actorOf(profile)
  if (!mayEver(actor, 'server.read')) return <EmptyState icon={IconLock} text={t('setting.forbiddenServer')} />
  const isOwner = mayEver(actor, 'server.edit')
  return (
    <div ref={panel} className={classes.panel}>
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
            {isOwner && (
              <div data-part="server">
                <ServerSettings settings={settings.data} />
              </div>
            )}
            {isOwner && (
              <div data-part="streets">
                <Suspense>
                  <StreetsSettings tileSets={settings.data.tileSets} isOffline={settings.data.offlineMode} />
                </Suspense>
              </div>
            )}
            {isOwner && <Notices notices={settings.data.notices} />}
          </div>
          {isOwner && <ServerServices own={profile.service._id} backupNote={backupNote} StarterField={StarterField} />}
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
        {t('settingsPanel.keys.name')}
      </Button>
      {isOpen && (
        <Suspense>
          <KeysDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
