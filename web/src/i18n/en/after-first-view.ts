// Imported as text, so that all texts needed after the first view are one file.
import device from './device.json?raw'
import metrics from './metrics.json?raw'
import sensors from './sensors.json?raw'

export default { device, metrics, sensors }
