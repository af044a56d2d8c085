import { Button } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { actorOf } from '../../people/user/data.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { openPanel } from '../workspace/workspace.ts'

/** A button for empty lists that a starter set would fill. */
export const StarterSetOffer = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  if (!mayEver(actorOf(profile), 'service.edit')) return null
  return (
    <Button
      leftSection={<IconPackage size={18} stroke={1.75} />}
      onClick={() => go({ ...openPanel(workspace, path, 'servicesettings'), tab: 'starter' })}
    >
      {t('panel.starterSet')}
    </Button>
  )
}
