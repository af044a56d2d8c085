import { IconAlertTriangle, IconMaximize, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSensorPlaces } from '../../alarms/sensor/data.ts'
import { fetchExtent } from '../../core/aoi/data.ts'
import { useGroups } from '../../core/community/data.ts'
import { useWarnings } from '../../exchange/warning/data.ts'
import { MapButton, MapButtons } from '../../map/MapButtons.tsx'
import { type Bounds, boundsAround } from '../../map/reveal.ts'
import { useMap } from '../../map/useMap.ts'
import { usePositions, useTeam } from '../../people/user/team/data.ts'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { groupPlaces, memberPlaces } from '../workspace/list-places.ts'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { panelOf } from '../workspace/workspace.ts'
import { useLayerShown } from './use-layer-shown.ts'

export const MapTools = () => {
  const { t } = useTranslation()
  const { fitAll } = useMap()
  const listBounds = useListBounds()
  const [areMembersShown, toggleMembers] = useLayerShown('Members')
  const { data: positions = [] } = usePositions()
  const [areWarningsShown, toggleWarnings] = useLayerShown('Warnings')
  const { data: warnings } = useWarnings()
  const showAll = () =>
    listBounds()
      .then((bounds) => (bounds ? fitAll(bounds) : toast({ message: t('map.nothingToShow') })))
      .catch(toastProblem)
  return (
    <MapButtons>
      {positions.length > 0 && (
        <MapButton icon={IconUsers} label={t('map.team')} isPressed={areMembersShown} onPress={toggleMembers} />
      )}
      {warnings?.warnings.some(({ geometry }) => geometry) && (
        <MapButton
          icon={IconAlertTriangle}
          label={t('map.warnings')}
          isPressed={areWarningsShown}
          onPress={toggleWarnings}
        />
      )}
      <MapButton icon={IconMaximize} label={t('map.showAll')} onPress={showAll} />
    </MapButtons>
  )
}

/** Returns a function that fetches the bounds of everything in the open list, with its search and filters. */
const useListBounds = (): (() => Promise<Bounds | undefined>) => {
  const { workspace, path } = useWorkspace()
  const query = useAoiQuery()
  const panel = panelOf(workspace, path)
  const { data: positions = [] } = usePositions()
  const { find = '' } = workspace
  const { data: team } = useTeam({ enabled: panel === 'users' })
  const { data: groups = [] } = useGroups({ enabled: panel === 'groups' })
  const sensorPlaces = useSensorPlaces(find, { enabled: path === '/sensors' })
  return async () => {
    if (panel === 'users') return boundsAround(memberPlaces(positions, team, find))
    if (panel === 'groups') return boundsAround(groupPlaces(groups, find))
    if (path === '/sensors') return boundsAround(sensorPlaces)
    return (await fetchExtent(query)) ?? undefined
  }
}
