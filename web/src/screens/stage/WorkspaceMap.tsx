import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { withApiHeaders } from '../../api/call.ts'
import { ownExtentQuery } from '../../core/aoi/data.ts'
import { AoiLayer } from '../../core/aoi/map/AoiLayer.tsx'
import { useRegions } from '../../core/region/data.ts'
import { currentLanguage, withTexts } from '../../i18n/i18n.ts'
import MapView from '../../map/MapView.tsx'
import { recallView } from '../../map/view.ts'
import { actorOf } from '../../people/user/data.ts'
import { noteFirstView } from '../../ui/browser/first-view-shown.ts'
import { SIDE_PX } from '../panels/size.ts'
import { firstView, wholeWorld } from '../workspace/first-view.ts'
import { PHONE_PEEK_PX } from '../workspace/heights.ts'
import { lazyAfterFirstView } from '../workspace/lazy-after-first-view.ts'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useBasemap } from '../workspace/use-basemap.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import {
  panelOf,
  selectedId,
  shownForm,
  toggleSelection,
  type Workspace,
  type WorkspacePath,
} from '../workspace/workspace.ts'
import { useLayerShown } from './use-layer-shown.ts'

const SensorsMap = lazy(
  withTexts(['sensors'], () => import('./SensorsMap.tsx').then((file) => ({ default: file.SensorsMap }))),
)
const MembersLayer = lazyAfterFirstView('MembersLayer')
const MapTools = lazyAfterFirstView('MapTools')
const StreetsHint = lazyAfterFirstView('StreetsHint', ['streets'])
const Plans = lazyAfterFirstView('Plans')
const WhomToAsk = lazyAfterFirstView('WhomToAsk', ['streets'])
const WarningsOnMap = lazyAfterFirstView('WarningsOnMap')
const GroupMark = lazy(() => import('../../core/community/GroupMark.tsx').then((file) => ({ default: file.GroupMark })))

const noteUsable = () => {
  performance.mark('map.usable')
  noteFirstView()
}

/** The map of the workspace, centred on the space that the panels leave free. */
export const WorkspaceMap = ({ profile, isWide }: { profile: Profile; isWide: boolean }) => {
  const { t } = useTranslation()
  const { workspace, path } = useWorkspace()
  const initialView = useInitialView(profile)
  const groupId = selectedId(workspace, 'group')
  const hasSidebar = isWide && panelOf(workspace, path) !== 'closed'
  const hasDrawer = isWide && workspace.selected !== undefined
  const padding = {
    top: 0,
    bottom: isWide ? 0 : PHONE_PEEK_PX,
    start: hasSidebar ? SIDE_PX : 0,
    end: hasDrawer ? SIDE_PX : 0,
  }
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { basemap, canGetStreets } = useBasemap(profile)
  if (!initialView) return null
  return (
    <MapView
      language={currentLanguage()}
      theme={theme}
      basemap={basemap}
      labels={t('map', { returnObjects: true })}
      initialView={initialView}
      padding={padding}
      transformRequest={withApiHeaders}
      onReady={noteUsable}
      onUnavailable={noteFirstView}
    >
      {path === '/' && <Events profile={profile} theme={theme} />}
      <Suspense>
        <Members theme={theme} />
        {!basemap.styleUrl && (
          <StreetsHint
            tileSets={basemap.tileSets}
            mayFetch={canGetStreets}
            whomToAsk={<WhomToAsk service={profile.service._id} />}
          />
        )}
        {path === '/' && <Plans profile={profile} />}
        <Warnings theme={theme} />
        {path === '/sensors' && <SensorsMap theme={theme} />}
        {groupId && <GroupMark key={groupId} id={groupId} theme={theme} />}
        <MapTools />
      </Suspense>
    </MapView>
  )
}

/** Whether clicks select: not while a form is open, a place is being set, or rows are selected. */
const isMapFree = (workspace: Workspace, path: WorkspacePath): boolean =>
  !shownForm(workspace, path) && workspace.view !== 'place' && !workspace.sharing

const Members = ({ theme }: { theme: 'light' | 'dark' }) => {
  const { workspace, path, go } = useWorkspace()
  const [areAllShown] = useLayerShown('Members')
  const selected = selectedId(workspace, 'user')
  // A selected member is shown even if members are hidden.
  if (!areAllShown && !selected) return null
  return (
    <MembersLayer
      theme={theme}
      areOthersShown={areAllShown}
      selected={selected}
      onSelect={isMapFree(workspace, path) ? (id) => go((now) => toggleSelection(now, `user.${id}`)) : undefined}
    />
  )
}

const Warnings = ({ theme }: { theme: 'light' | 'dark' }) => {
  const { workspace, path, go } = useWorkspace()
  return (
    <WarningsOnMap
      theme={theme}
      selected={selectedId(workspace, 'warning')}
      onSelect={isMapFree(workspace, path) ? (id) => go((now) => toggleSelection(now, `warning.${id}`)) : undefined}
    />
  )
}

const Events = ({ profile, theme }: { profile: Profile; theme: 'light' | 'dark' }) => {
  const { workspace, path, go } = useWorkspace()
  const query = useAoiQuery()
  const serviceIds = useMemo(() => actorOf(profile).visibleServiceIds, [profile])
  return (
    <AoiLayer
      query={query}
      mode={workspace.tab === 'type' ? 'type' : 'general'}
      theme={theme}
      serviceIds={serviceIds}
      selected={selectedId(workspace, 'aoi')}
      onSelect={isMapFree(workspace, path) ? (nonce) => go((now) => toggleSelection(now, `aoi.${nonce}`)) : undefined}
    />
  )
}

/** The first visit shows the service's area or events; later ones restore the last view. */
const useInitialView = (profile: Profile) => {
  const isFirst = useMemo(() => recallView(wholeWorld) === wholeWorld, [])
  const hasHome = profile.service.homeArea !== null
  const extent = useQuery({ ...ownExtentQuery, enabled: isFirst && !hasHome })
  const needsRegions = extent.data === null || extent.isError
  const regions = useRegions({ enabled: isFirst && !hasHome && needsRegions })
  const isKnown = hasHome || !(needsRegions ? regions : extent).isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map uses only its first view
  return useMemo(() => {
    if (!isFirst) return wholeWorld
    if (!isKnown) return undefined
    return firstView({ profile, regions: regions.data ?? [], extent: extent.data ?? null })
  }, [isFirst, isKnown])
}
