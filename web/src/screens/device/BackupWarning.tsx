import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backups } from '#contract'
import { useBackupState } from '../../operations/backup/data.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { openPanel, panelOf } from '../workspace/workspace.ts'
import { StripLine } from './StripLine.tsx'

const KEY = 'cohesion.backupWarning.dismissedAt'
const DAY_MS = 86_400_000

const warningOf = ({ placeProblem, isTooOld, lastGoodAt, problem }: Backups) => {
  if (placeProblem !== null) return 'device.backupPlaceAway' as const
  if (isTooOld) return lastGoodAt ? ('device.backupOld' as const) : ('device.backupNone' as const)
  return problem === null ? undefined : ('device.backupFailed' as const)
}

/** Warning about backups for the server's owner. Dismissing hides it on this device for a day. */
export const BackupWarning = () => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const [dismissedAt, setDismissedAt] = useState(() => Number(localStorage.getItem(KEY)))
  const { data } = useBackupState()
  const warning = data && warningOf(data)
  // Hidden beside the server settings, which show the same warning.
  const isHidden = Date.now() - dismissedAt < DAY_MS || panelOf(workspace, path) === 'serversettings'
  if (!warning || isHidden) return null
  const dismiss = () => {
    localStorage.setItem(KEY, String(Date.now()))
    setDismissedAt(Date.now())
  }
  const openBackups = () => go((now) => ({ ...openPanel(now, path, 'serversettings'), tab: 'backup' }))
  return (
    <StripLine icon={IconAlertTriangle} text={t(warning)}>
      <Button size="compact-sm" variant="subtle" onClick={dismiss}>
        {t('device.notToday')}
      </Button>
      <Button size="compact-sm" onClick={openBackups}>
        {t('device.openBackups')}
      </Button>
    </StripLine>
  )
}
