import { IconMapSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { useSensor } from '../../alarms/sensor/data.ts'
import { SENSOR_ZOOM } from '../../alarms/sensor/map/geometry.ts'
import { useOpenedAoi } from '../../core/aoi/data.ts'
import { useShowAoi } from '../../core/aoi/map/use-show-aoi.ts'
import { GROUP_ZOOM, useGroup } from '../../core/community/group-data.ts'
import { boundsOf } from '../../exchange/warning/bounds.ts'
import { useWarning } from '../../exchange/warning/data.ts'
import { useOpenMap } from '../../map/shownMap.ts'
import { MEMBER_ZOOM } from '../../people/user/map/layers.ts'
import { usePositions } from '../../people/user/team/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId, showOnMap } from '../workspace/workspace.ts'

/** A button in every card's header that shows the card's subject on the map alone. Absent if its place is unknown. */
export const ShowOnMap = () => {
  const { workspace } = useWorkspace()
  const nonce = selectedId(workspace, 'aoi')
  const member = selectedId(workspace, 'user')
  const sensor = selectedId(workspace, 'sensor')
  const group = selectedId(workspace, 'group')
  const warning = selectedId(workspace, 'warning')
  if (nonce) return <OfAoi nonce={nonce} />
  if (member) return <OfMember id={member} />
  if (sensor) return <OfSensor id={sensor} />
  if (group) return <OfGroup id={group} />
  return warning ? <OfWarning id={warning} /> : null
}

const OfAoi = ({ nonce }: { nonce: string }) => {
  const aoi = useOpenedAoi(nonce)
  const show = useShowAoi(useAoiQuery())
  return aoi ? <ShowButton onShow={() => show(aoi)} /> : null
}

const OfMember = ({ id }: { id: string }) => {
  const { data: positions } = usePositions()
  return <PlaceButton place={positions?.find(({ _id }) => _id === id)?.location} zoom={MEMBER_ZOOM} />
}

const OfSensor = ({ id }: { id: string }) => {
  const { data } = useSensor(id)
  const location = data?.location
  return <PlaceButton place={location && [location.longitude, location.latitude]} zoom={SENSOR_ZOOM} />
}

const OfGroup = ({ id }: { id: string }) => <PlaceButton place={useGroup(id).data?.position} zoom={GROUP_ZOOM} />

const OfWarning = ({ id }: { id: string }) => {
  const warning = useWarning(id)
  const open = useOpenMap()
  const bounds = warning && boundsOf(warning)
  return bounds ? <ShowButton onShow={() => open?.fitAll(bounds)} /> : null
}

const PlaceButton = ({ place, zoom }: { place: LngLat | null | undefined; zoom: number }) => {
  const open = useOpenMap()
  return place ? <ShowButton onShow={() => open?.easeTo(place, zoom)} /> : null
}

const ShowButton = ({ onShow }: { onShow: () => void }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const isWide = useIsWide()
  const press = () => {
    // The calendar page has no map, so the map page opens. On opening, the map moves to the selection.
    void go(showOnMap(workspace, isWide), path === '/calendar' ? '/' : undefined)
    // In the next frame, when the parts that covered the map have closed.
    requestAnimationFrame(onShow)
  }
  return <IconButton icon={IconMapSearch} label={t('panel.showOnMap')} size={isWide ? 40 : 44} onClick={press} />
}
