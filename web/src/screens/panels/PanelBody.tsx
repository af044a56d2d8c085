import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Panel } from '../workspace/workspace.ts'
import { Events } from './Events.tsx'

const OtherPanels = lazy(() => import('./OtherPanels.tsx').then((file) => ({ default: file.OtherPanels })))

export const PanelBody = ({ panel, profile }: { panel: Panel; profile: Profile }) => {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
      {panel === 'events' ? <Events profile={profile} /> : <OtherPanels panel={panel} profile={profile} />}
    </Suspense>
  )
}
