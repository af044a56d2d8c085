// JSON is imported as text, so that the build joins all texts needed after the first view in one file.
import device from './device.json?raw'
import metrics from './metrics.json?raw'
import sensors from './sensors.json?raw'

export default { device, metrics, sensors }
