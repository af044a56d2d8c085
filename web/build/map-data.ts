import type { Plugin } from 'vite'
import { ensureMapData } from '../../scripts/map-data/ensure.ts'

/** The files of the bundled world are made from packages before anything asks for them. */
export const mapData = (): Plugin => ({
  name: 'map-data',
  buildStart: () => ensureMapData(),
})
