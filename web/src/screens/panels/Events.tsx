import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { useShare } from '../../core/aoi/data.ts'
import { AoiPanel } from '../../core/aoi/list/AoiPanel.tsx'
import { withTexts } from '../../i18n/i18n.ts'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { Unsent } from '../device/Unsent.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId, stopSharing } from '../workspace/workspace.ts'
import { useAoiPanel } from './use-aoi-panel.ts'

const GettingStarted = lazy(
  withTexts(['getting-started'], () =>
    import('./GettingStarted.tsx').then((file) => ({ default: file.GettingStarted })),
  ),
)

export const Events = ({ profile }: { profile: Profile }) => {
  const { workspace, go } = useWorkspace()
  const { actor, panel } = useAoiPanel(profile, 'event')
  const hasSteps = mayEver(actor, 'service.edit') && !profile.hidesGettingStarted && !workspace.sharing
  return (
    <AoiPanel
      {...panel}
      onCreate={mayEver(actor, 'aoi.create') ? () => go({ ...workspace, form: 'new' }) : undefined}
      above={
        <>
          {hasSteps && (
            <Suspense>
              <GettingStarted profile={profile} />
            </Suspense>
          )}
          <Unsent kind="event" />
        </>
      }
      canMarkDone={workspace.filter === 'shared' && mayEver(actor, 'aoi.share')}
      sharing={useSharing()}
    />
  )
}

const useSharing = () => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { mutate, isPending } = useShare()
  if (workspace.sharing !== 'events') return undefined
  const userId = selectedId(workspace, 'user')
  const share = (aoiIds: string[]) =>
    userId &&
    mutate(
      { aoiIds, usersId: [userId] },
      {
        onSuccess: () => {
          toast({ message: t('events.assigned') })
          go(stopSharing)
        },
        onError: toastProblem,
      },
    )
  return { onShare: userId ? share : undefined, isBusy: isPending }
}
