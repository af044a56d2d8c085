import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { kindOfAoi, mayEver, type Profile, placeOf } from '#contract'
import { useAoi, useShare } from '../../core/aoi/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { Requests } from '../../people/user/team/Requests.tsx'
import { TeamPanel } from '../../people/user/team/TeamPanel.tsx'
import { teamTabs } from '../../people/user/team/team-items.ts'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { listOrderOf } from '../workspace/aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { endSharing, selectedId, toggleSelection } from '../workspace/workspace.ts'
import { useReadiness } from './readiness.ts'

const Inviting = lazy(() => import('./Inviting.tsx').then((file) => ({ default: file.Inviting })))

export const Team = ({ profile }: { profile: Profile }) => {
  const [isInviting, setIsInviting] = useState(false)
  const { workspace, go, replace } = useWorkspace()
  const { tab, find = '', sharing } = workspace
  const nonce = selectedId(workspace, 'aoi')
  const select = useCallback((id: string) => go((now) => toggleSelection(now, `user.${id}`)), [go])
  const panel = {
    tab: teamTabs.find((one) => one === tab) ?? 'name',
    onTab: (next: (typeof teamTabs)[number]) => go({ ...workspace, tab: next === 'name' ? undefined : next }),
    find,
    onFind: (text: string) => replace((now) => ({ ...now, find: text || undefined })),
    order: listOrderOf(workspace, 'users'),
    selected: selectedId(workspace, 'user'),
    onSelect: select,
  } as const
  if (sharing === 'users' && nonce) return <Sharing panel={panel} nonce={nonce} />
  const actor = actorOf(profile)
  return (
    <>
      <TeamPanel
        {...panel}
        onInvite={mayEver(actor, 'member.invite') ? () => setIsInviting(true) : undefined}
        notice={mayEver(actor, 'request.decide') && <Requests />}
      />
      {isInviting && (
        <Suspense>
          <Inviting actor={actor} onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
    </>
  )
}

const Sharing = ({ panel, nonce }: { panel: Parameters<typeof TeamPanel>[0]; nonce: string }) => {
  const { t } = useTranslation()
  const { go } = useWorkspace()
  const { data: aoi } = useAoi(nonce)
  const { mutate, isPending } = useShare()
  const share = (usersId: string[]) =>
    aoi &&
    mutate(
      { aoiIds: [aoi._id], usersId },
      {
        onSuccess: () => {
          toast({ message: t(aoi.properties.activity ? 'aoi.sharedActivity' : 'aoi.shared') })
          go((now) => endSharing(now, kindOfAoi(aoi)))
        },
        onError: toastProblem,
      },
    )
  const readiness = useReadiness(aoi && placeOf(aoi))
  return <TeamPanel {...panel} sharing={{ onShare: aoi ? share : undefined, isBusy: isPending, readiness }} />
}
