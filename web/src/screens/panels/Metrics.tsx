import { mayEver, type Profile } from '#contract'
import { useGenericMetrics } from '../../core/aoi/data.ts'
import { MetricList } from '../../core/metric/MetricList.tsx'
import { useSelectedMetrics } from '../../core/metric/selected-metrics.ts'
import { useOwnRole } from '../../people/role/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { StarterSetOffer } from '../settings/StarterSetOffer.tsx'
import { useCounting } from '../workspace/use-counting.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'

export const Metrics = ({ profile }: { profile: Profile }) => {
  const { workspace, go } = useWorkspace()
  const role = useOwnRole()
  const counting = useCounting()
  const { data } = useGenericMetrics(counting.dates, counting.kind)
  const { selectedIds, toggle } = useSelectedMetrics(profile._id, role.data?.defaultMetrics)
  return (
    <MetricList
      service={profile.service._id}
      counting={counting}
      counts={
        data && {
          new: data.newAois,
          inProcess: data.isProgressAois,
          archived: data.doneAois,
          read: data.readAois,
          unread: data.unreadAois,
        }
      }
      selectedIds={selectedIds}
      onToggle={toggle}
      offer={<StarterSetOffer profile={profile} />}
      editing={
        mayEver(actorOf(profile), 'metric.edit')
          ? {
              onCreate: () => go({ ...workspace, form: 'metric.new' }),
              onEdit: (id) => go({ ...workspace, form: `metric.edit.${id}` }),
            }
          : undefined
      }
    />
  )
}
