import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { openPanel } from '../../screens/workspace/workspace.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'

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
