import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useAoi, useShare } from '../../aoi/data.ts'
import { toast, toastProblem } from '../../ui/toast.ts'
import { TeamPanel } from '../../user/team/TeamPanel.tsx'
import { teamTabs } from '../../user/team/team-items.ts'
import { useWorkspace } from '../use-workspace.ts'
import { selectedId, stopSharing, toggleSelection } from '../workspace.ts'

/** The team as the address describes it. */
export const Team = () => {
  const { workspace, go, replace } = useWorkspace()
  const { tab, find = '', sharing } = workspace
  const nonce = selectedId(workspace, 'aoi')
  const select = useCallback((id: string) => go((now) => toggleSelection(now, `user.${id}`)), [go])
  const panel = {
    tab: teamTabs.find((one) => one === tab) ?? 'name',
    onTab: (next: (typeof teamTabs)[number]) => go({ ...workspace, tab: next === 'name' ? undefined : next }),
    find,
    onFind: (text: string) => replace((now) => ({ ...now, find: text || undefined })),
    selected: selectedId(workspace, 'user'),
    onSelect: select,
  } as const
  return sharing === 'users' && nonce ? <Sharing panel={panel} nonce={nonce} /> : <TeamPanel {...panel} />
}

/** With whom to share the event whose details are open. */
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
          go((now) => ({ ...stopSharing(now), panel: undefined, back: undefined }))
        },
        onError: toastProblem,
      },
    )
  return <TeamPanel {...panel} sharing={{ onShare: aoi ? share : undefined, isBusy: isPending }} />
}
