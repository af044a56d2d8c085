import { IconFileSearch, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { LocalMapForm } from '../../core/region/LocalMapForm.tsx'
import { RegionForm } from '../../core/region/RegionForm.tsx'
import { useService } from '../../people/service/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm } from '../workspace/workspace.ts'

type Props = { kind: 'region' | 'localmap'; id: string | undefined; profile: Profile }

export const RegionEditor = ({ kind, id, profile }: Props) => {
  const { t } = useTranslation()
  const { workspace, go, replace } = useWorkspace()
  const isWide = useIsWide()
  const { data, error, refetch } = useService(profile.service._id)
  if (!mayEver(actorOf(profile), 'region.edit')) return <EmptyState icon={IconLock} text={t('region.forbidden')} />
  if (!data)
    return error ? (
      <ProblemText problem={error} onRetry={() => refetch()} />
    ) : (
      <Skeleton rows={6} label={t('word.loading')} />
    )
  const placing = isWide
    ? undefined
    : {
        isOn: workspace.view === 'place',
        start: () => go({ ...workspace, view: 'place' }),
        stop: () => replace({ ...workspace, view: undefined }),
      }
  const leaving = { onSaved: () => replace(leaveForm), onLeave: () => go(leaveForm), placing }
  const region = data.regions.find(({ _id }) => _id === id)
  const localMap = data.localMaps.find(({ _id }) => _id === id)
  if (id && !region && !localMap) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (kind === 'localmap')
    return (
      <LocalMapForm
        key={id ?? 'new'}
        draft={`localMap.${profile._id}.${id ?? 'new'}`}
        localMap={localMap}
        regions={data.regions}
        {...leaving}
      />
    )
  return (
    <RegionForm
      key={id ?? 'new'}
      draft={`region.${profile._id}.${id ?? 'new'}`}
      region={region}
      others={data.regions.filter(({ _id }) => _id !== id)}
      {...leaving}
    />
  )
}
