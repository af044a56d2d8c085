import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { useWarning, useWarnings } from '../../exchange/warning/data.ts'
import { WarningList } from '../../exchange/warning/WarningList.tsx'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadingState } from '../settings/LoadingState.tsx'
import classes from '../settings/Settings.module.css'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { openPanel, selectedId, toggleSelection } from '../workspace/workspace.ts'

export const Warnings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const { data, error, refetch } = useWarnings()
  const selected = useWarning(selectedId(workspace, 'warning'))
  if (!data) return <LoadingState problem={error} onRetry={refetch} />
  return (
    <div className={classes.panel}>
      <div className={classes.content}>
        {data.warnings.length === 0 && (
          <EmptyState icon={IconAlertTriangle} text={t(data.hasFeeds ? 'warning.none' : 'warning.noFeeds')}>
            {!data.hasFeeds && mayEver(actorOf(profile), 'warningFeed.edit') && (
              <Button variant="light" onClick={() => go(openPanel(workspace, path, 'warningfeeds'))}>
                {t('warning.setUp')}
              </Button>
            )}
          </EmptyState>
        )}
        <WarningList
          warnings={data.warnings}
          total={data.total}
          selected={selected?._id}
          onSelect={(id) => go((now) => toggleSelection(now, `warning.${id}`))}
        />
      </div>
    </div>
  )
}
