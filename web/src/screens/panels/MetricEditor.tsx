import { IconFileSearch, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { useMetricChoices } from '../../core/metric/choices.ts'
import { useMetrics } from '../../core/metric/data.ts'
import { MetricForm } from '../../core/metric/MetricForm.tsx'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm, openPanel } from '../workspace/workspace.ts'
import { EditorProblem } from './editor.tsx'

export const MetricEditor = ({ id, profile }: { id: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go, replace } = useWorkspace()
  const mayDraw = mayEver(actorOf(profile), 'region.edit')
  const service = profile.service._id
  const metrics = useMetrics(service, { enabled: id !== undefined })
  const choices = useMetricChoices(service)
  if (!mayEver(actorOf(profile), 'metric.edit')) return <EmptyState icon={IconLock} text={t('metric.forbidden')} />
  const error = choices.error ?? metrics.error
  // A failed refetch must not replace the form, because the member may be typing.
  if (!choices.data || (id && !metrics.data)) {
    if (!error) return <Skeleton rows={6} label={t('word.loading')} />
    return <EditorProblem problem={error} onRetry={() => Promise.all([choices.refetch(), metrics.refetch()])} />
  }
  const metric = metrics.data?.find(({ _id }) => _id === id)
  if (id && !metric) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  return (
    <MetricForm
      key={id ?? 'new'}
      draft={`metric.${profile._id}.${id ?? 'new'}`}
      metric={id ? metric : undefined}
      choices={choices.data}
      onSaved={() => replace(leaveForm)}
      onLeave={() => go(leaveForm)}
      onDrawRegion={mayDraw ? () => go({ ...openPanel(workspace, path, 'regions'), form: 'region.new' }) : undefined}
    />
  )
}
