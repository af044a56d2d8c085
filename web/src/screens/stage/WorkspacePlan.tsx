import { Button } from '@mantine/core'
import { IconFileSearch, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { usePlanAois } from '../../core/aoi/data.ts'
import { PlanView } from '../../core/region/PlanView.tsx'
import { useService } from '../../people/service/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId, toggleSelection } from '../workspace/workspace.ts'

/** Shows the plan named in the URL instead of the map, with the AOIs of the list. */
export const WorkspacePlan = ({ profile, plan }: { profile: Profile; plan: string }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { data, error, refetch } = useService(profile.service._id)
  const query = useAoiQuery()
  const { data: aois = [] } = usePlanAois(plan, query)
  const close = () => go({ ...workspace, plan: undefined })
  if (error && !data) return <ProblemText problem={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton rows={6} label={t('word.loading')} />
  const localMap = data.localMaps.find(({ _id }) => _id === plan)
  if (!localMap)
    return (
      <EmptyState icon={IconFileSearch} text={t('empty.selection')}>
        <Button variant="default" onClick={close}>
          {t('word.close')}
        </Button>
      </EmptyState>
    )
  return (
    <PlanView
      localMap={localMap}
      region={data.regions.find(({ _id }) => _id === localMap.region)}
      aois={aois}
      selected={selectedId(workspace, 'aoi')}
      onSelect={(nonce) => go((now) => toggleSelection(now, `aoi.${nonce}`))}
      onClose={close}
      actions={
        mayEver(actorOf(profile), 'aoi.create') && (
          <Button
            size="sm"
            leftSection={<IconPlus size={18} stroke={1.75} />}
            onClick={() => go({ ...workspace, panel: undefined, form: 'new' })}
          >
            {t('region.report')}
          </Button>
        )
      }
    />
  )
}
