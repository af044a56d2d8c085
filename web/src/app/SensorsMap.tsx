import { SensorLayer } from '../sensor/map/SensorLayer.tsx'
import { useWorkspace } from './use-workspace.ts'
import { selectedId, shownForm, toggleSelection } from './workspace.ts'

/** Sensors and their areas on the map of /sensors. */
export const SensorsMap = ({ theme }: { theme: 'light' | 'dark' }) => {
  const { workspace, path, go } = useWorkspace()
  return (
    <SensorLayer
      theme={theme}
      selectedArea={selectedId(workspace, 'aoi')}
      selectedSensor={selectedId(workspace, 'sensor')}
      // A press belongs to the form while one is open.
      onSelect={
        shownForm(workspace, path)
          ? undefined
          : (chosen) =>
              go((now) => toggleSelection(now, 'area' in chosen ? `aoi.${chosen.area}` : `sensor.${chosen.sensor}`))
      }
    />
  )
}
