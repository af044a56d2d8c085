/** Parts of the workspace loaded after the first view, in one chunk. Import only through `lazyAfterFirstView`. */
export { SensorNotices } from '../../alarms/sensor/notices/SensorNotices.tsx'
export { StreetsHint } from '../../geo/streets/StreetsHint.tsx'
export { MembersLayer } from '../../people/user/map/MembersLayer.tsx'
export { Device } from '../device/Device.tsx'
export { MapTools } from '../stage/MapTools.tsx'
export { Plans } from '../stage/Plans.tsx'
export { SelectedCounters } from '../stage/SelectedCounters.tsx'
export { WhomToAsk } from '../stage/WhomToAsk.tsx'
