import type { Plugin } from 'vite'
import { ensureMapData } from '../../scripts/map-data/ensure.ts'

/** Makes the files of the bundled world before anything imports them. */
export const mapData = (): Plugin => ({
  name: 'map-data',
  buildStart: () => ensureMapData(),
})
