import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { type Panel, panelOf, shownForm } from '../../screens/workspace/workspace.ts'
import classes from './BackToCard.module.css'
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

const BackToCard = () => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  return (
    <Button
      className={classes.back}
      leftSection={<IconArrowBackUp size={18} stroke={1.75} />}
      onClick={() => go({ ...workspace, view: undefined })}
    >
      {t('panel.backToCard')}
    </Button>
  )
}
