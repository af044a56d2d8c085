import type { Map as MapLibre } from 'maplibre-gl'
import type { TileSet } from '#contract'
import type { MapLanguage, MapTheme } from '../palette.ts'
import { provideDots } from '../world/dots.ts'
import { feedWorld } from '../world/feedWorld.ts'
import { isFilledBy } from './coverage.ts'
import { provideSigns } from './signs.ts'
import { streetsLayers, streetsStyle } from './streetsStyle.ts'

export const streetsBasemap = (tileSets: readonly TileSet[], theme: MapTheme, language: MapLanguage) => ({
  style: streetsStyle(tileSets, theme, language),
  layersFor: (other: MapTheme) => streetsLayers(tileSets, other, language),
  provideSigns: (map: MapLibre, shown: MapTheme) => {
    const repaints = [provideDots(map, shown), provideSigns(map, shown)]
    return (other: MapTheme) => {
      for (const repaint of repaints) repaint(other)
    }
  },
  feed: (map: MapLibre) => feedWorld(map, isFilledBy(tileSets)),
})
