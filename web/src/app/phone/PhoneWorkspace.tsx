import { lazy, Suspense } from 'react'
import type { Profile } from '#contract'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { type Panel, panelOf, shownForm } from '../../screens/workspace/workspace.ts'
import { BackToCard } from './BackToCard.tsx'
import { SlidePanel } from './SlidePanel.tsx'

const PhonePopup = lazy(() => import('./PhonePopup.tsx').then((file) => ({ default: file.PhonePopup })))

const lists: readonly (Panel | 'closed')[] = ['events', 'activities', 'groups', 'aois', 'users', 'closed']

export const PhoneWorkspace = ({ profile }: { profile: Profile }) => {
  const { workspace, path } = useWorkspace()
  const panel = panelOf(workspace, path)
  const isList = lists.includes(panel)
  const isOnMap = workspace.selected !== undefined && workspace.view === 'map'
  const isCard = workspace.selected !== undefined && workspace.sharing === undefined && !isOnMap
  return (
    <>
      <SlidePanel profile={profile} />
      {isOnMap && <BackToCard />}
      {(!isList || isCard || shownForm(workspace, path)) && (
        <Suspense>
          <PhonePopup profile={profile} />
        </Suspense>
      )}
    </>
  )
}
