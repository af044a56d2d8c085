import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { config } from '../api/config.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import MapView from '../map/MapView.tsx'
import { recallView } from '../map/view.ts'
import { useRegions } from '../region/data.ts'
import { firstView, wholeWorld } from './first-view.ts'
import { PHONE_PEEK_PX } from './phone/heights.ts'
import { SIDE_PX } from './side/size.ts'
import { useWorkspace } from './use-workspace.ts'
import { panelOf } from './workspace.ts'

/** The map as the workspace shows it: its centre is the centre of what the panels leave free. */
export const WorkspaceMap = ({ profile, isWide }: { profile: Profile; isWide: boolean }) => {
  const { t } = useTranslation()
  const { workspace, path } = useWorkspace()
  const initialView = useInitialView(profile)
  const hasSidebar = isWide && panelOf(workspace, path) !== 'closed'
  const hasDrawer = isWide && workspace.selected !== undefined
  const padding = {
    top: 0,
    bottom: isWide ? 0 : PHONE_PEEK_PX,
    start: hasSidebar ? SIDE_PX : 0,
    end: hasDrawer ? SIDE_PX : 0,
  }
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  if (!initialView) return null
  return (
    <MapView
      language={currentLanguage()}
      theme={theme}
      basemap={config().basemap}
      labels={t('map', { returnObjects: true })}
      initialView={initialView}
      padding={padding}
      onReady={() => performance.mark('map.usable')}
    />
  )
}

/** Only a first visit has to ask where to look; later ones return to where the map was left. */
const useInitialView = (profile: Profile) => {
  const isFirst = useMemo(() => recallView(wholeWorld) === wholeWorld, [])
  const { data: regions, isError } = useRegions({ enabled: isFirst })
  return useMemo(() => {
    if (!isFirst || isError) return wholeWorld
    return regions && firstView(regions, profile)
  }, [isFirst, isError, regions, profile])
}
