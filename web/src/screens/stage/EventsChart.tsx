import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { AoiChart } from '../../core/aoi/chart/AoiChart.tsx'
import { dotted } from '../../i18n/isolated.ts'
import { actorOf } from '../../people/user/data.ts'
import { useFilterName } from '../panels/use-filter-name.ts'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'

export const EventsChart = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { filter, find } = workspace
  const name = useFilterName(filter, profile) ?? t('filter.all')
  const title = dotted([name, find && `“${find}”`])
  return (
    <AoiChart
      query={useAoiQuery()}
      serviceIds={actorOf(profile).visibleServiceIds}
      title={title}
      onClose={() => go({ ...workspace, view: undefined })}
    />
  )
}
