// As text, so that what follows the first view loads all of it in one file.
import device from './device.json?raw'
import metrics from './metrics.json?raw'
import sensors from './sensors.json?raw'

export default { device, metrics, sensors }
