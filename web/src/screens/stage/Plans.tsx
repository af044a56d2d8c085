import { IconMap2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { PlanOverlays } from '../../core/region/PlanOverlays.tsx'
import { useService } from '../../people/service/data.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { openPanel, readForm } from '../workspace/workspace.ts'
import classes from './Plans.module.css'

export const Plans = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const { data } = useService(profile.service._id)
  const form = workspace.form && readForm(workspace.form)
  return (
    <>
      <PlanOverlays localMaps={data?.localMaps ?? []} except={form?.kind === 'localmap' ? form.id : undefined} />
      <IconButton
        icon={IconMap2}
        label={t('panel.regions')}
        variant="default"
        className={classes.button}
        onClick={() => go(openPanel(workspace, path, 'regions'))}
      />
    </>
  )
}
