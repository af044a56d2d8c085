import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { RegionsPanel } from '../../core/region/RegionsPanel.tsx'
import { useService } from '../../people/service/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { EditorProblem } from './editor.tsx'

export const Regions = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const isWide = useIsWide()
  const { data, error, refetch } = useService(profile.service._id)
  const mayEdit = mayEver(actorOf(profile), 'region.edit')
  if (!data)
    return error ? <EditorProblem problem={error} onRetry={refetch} /> : <Skeleton rows={6} label={t('word.loading')} />
  return (
    <RegionsPanel
      regions={data.regions}
      localMaps={data.localMaps}
      // On a phone the panel closes, because it would cover the plan.
      onOpenPlan={(plan) => go({ ...workspace, plan, ...(!isWide && { panel: undefined, back: undefined }) })}
      editing={
        mayEdit
          ? {
              onDraw: () => go({ ...workspace, form: 'region.new' }),
              onEditRegion: (id) => go({ ...workspace, form: `region.edit.${id}` }),
              onNewPlan: () => go({ ...workspace, form: 'localmap.new' }),
              onEditPlan: (id) => go({ ...workspace, form: `localmap.edit.${id}` }),
            }
          : undefined
      }
    />
  )
}
