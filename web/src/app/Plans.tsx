import type { Profile } from '#contract'
import { PlanOverlays } from '../region/PlanOverlays.tsx'
import { useService } from '../service/data.ts'
import { useWorkspace } from './use-workspace.ts'
import { readForm } from './workspace.ts'

/** The plans of the service on the map, but for the one that is being moved. */
export const Plans = ({ profile }: { profile: Profile }) => {
  const { workspace } = useWorkspace()
  const { data } = useService(profile.service._id)
  const form = workspace.form && readForm(workspace.form)
  return <PlanOverlays localMaps={data?.localMaps ?? []} except={form?.kind === 'localmap' ? form.id : undefined} />
}
