import type { Plugin } from 'vite'
import { ensureMapData } from '../../scripts/map-data/ensure.ts'

/** Generates the files of the bundled world before any module imports them. */
export const mapData = (): Plugin => ({
  name: 'map-data',
  buildStart: () => ensureMapData(),
})
