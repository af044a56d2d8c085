/**
 * What the workspace shows or does once its first view is there, gathered so that it comes in one file.
 * Import it only through `lazyAfterFirstView`.
 */
export { SensorNotices } from '../../alarms/sensor/notices/SensorNotices.tsx'
export { StreetsHint } from '../../geo/streets/StreetsHint.tsx'
export { MembersLayer } from '../../people/user/map/MembersLayer.tsx'
export { Device } from '../device/Device.tsx'
export { MapTools } from '../stage/MapTools.tsx'
export { Plans } from '../stage/Plans.tsx'
export { SelectedCounters } from '../stage/SelectedCounters.tsx'
