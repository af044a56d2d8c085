import { SensorLayer } from '../../alarms/sensor/map/SensorLayer.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId, shownForm, toggleSelection } from '../workspace/workspace.ts'

export const SensorsMap = ({ theme }: { theme: 'light' | 'dark' }) => {
  const { workspace, path, go } = useWorkspace()
  return (
    <SensorLayer
      theme={theme}
      selectedArea={selectedId(workspace, 'aoi')}
      selectedSensor={selectedId(workspace, 'sensor')}
      // An open form receives the clicks on the map.
      onSelect={
        shownForm(workspace, path)
          ? undefined
          : (target) =>
              go((now) => toggleSelection(now, 'area' in target ? `aoi.${target.area}` : `sensor.${target.sensor}`))
      }
    />
  )
}
