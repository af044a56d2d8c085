import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWorkspace } from '../use-workspace.ts'
import { openPanel } from '../workspace.ts'
import { Counters } from './Counters.tsx'
import { DateRange } from './DateRange.tsx'
import classes from './Footer.module.css'

export const Footer = () => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  return (
    <footer className={classes.footer}>
      <Counters />
      <IconButton
        icon={IconSettings}
        label={t('footer.metrics')}
        onClick={() => go(openPanel(workspace, path, 'metrics'))}
      />
      <span className={classes.gap} />
      <DateRange />
    </footer>
  )
}
