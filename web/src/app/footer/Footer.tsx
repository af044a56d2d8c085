import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { openPanel } from '../../screens/workspace/workspace.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { Counters } from './Counters.tsx'
import { DateRange } from './DateRange.tsx'
import classes from './Footer.module.css'
import { ViewButtons } from './ViewButtons.tsx'

export const MetricsButton = ({ size }: { size?: number }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  return (
    <IconButton
      icon={IconSettings}
      label={t('footer.metrics')}
      {...(size && { size })}
      onClick={() => go(openPanel(workspace, path, 'metrics'))}
    />
  )
}

export const Footer = ({ profile }: { profile: Profile }) => (
  <footer className={classes.footer}>
    <Counters profile={profile} />
    <MetricsButton />
    <span className={classes.gap} />
    <ViewButtons />
    <DateRange />
  </footer>
)
