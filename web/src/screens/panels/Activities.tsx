import { useCallback, useMemo } from 'react'
import { type AoiSummary, aoiSubject, may, mayEver, type Profile } from '#contract'
import { AoiPanel } from '../../core/aoi/list/AoiPanel.tsx'
import { useCommunityNames } from '../../core/community/data.ts'
import { Unsent } from '../device/Unsent.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { useAoiPanel } from './use-aoi-panel.ts'

export const Activities = ({ profile }: { profile: Profile }) => {
  const { workspace, go } = useWorkspace()
  const { actor, panel } = useAoiPanel(profile, 'activity')
  const mayEdit = useCallback((aoi: AoiSummary) => may(actor, 'aoi.edit', aoiSubject(aoi)), [actor])
  const onEdit = useCallback(
    ({ properties: { nonce } }: AoiSummary) =>
      go((now) => ({ ...now, panel: 'aois', back: 'activities', form: `activity.edit.${nonce}` })),
    [go],
  )
  return (
    <AoiPanel
      {...panel}
      above={<Unsent kind="activity" />}
      communities={useCommunityNames()}
      onCreate={mayEver(actor, 'aoi.create') ? () => go({ ...workspace, form: 'activity.new' }) : undefined}
      canMarkDone={workspace.filter === 'shared' && mayEver(actor, 'aoi.share')}
      editing={useMemo(() => ({ mayEdit, onEdit }), [mayEdit, onEdit])}
    />
  )
}
