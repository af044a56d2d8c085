import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { type MapLanguage, type MapTheme, palettes } from '../palette.ts'
import { nameLayers } from './nameLayers.ts'
import { squaresFromZoom } from './packed.ts'
import { shapeLayers } from './shapeLayers.ts'
import { lastTileZoom, tileAddress, type WorldSource, worldSources } from './sources.ts'

const naturalEarth = '<a href="https://www.naturalearthdata.com" target="_blank" rel="noopener">Natural Earth</a>'
const geoNames = '<a href="https://www.geonames.org" target="_blank" rel="noopener">GeoNames</a>'

export function worldStyle(theme: MapTheme, language: MapLanguage): StyleSpecification {
  const vector = (source: WorldSource, attribution: string) => ({
    type: 'vector' as const,
    tiles: [tileAddress(source, language)],
    attribution,
  })
  return {
    version: 8,
    sources: {
      [worldSources.far]: { ...vector('far', naturalEarth), maxzoom: squaresFromZoom },
      [worldSources.near]: { ...vector('near', naturalEarth), minzoom: squaresFromZoom, maxzoom: lastTileZoom },
      [worldSources.places]: { ...vector('places', geoNames), maxzoom: lastTileZoom },
    },
    layers: worldLayers(theme, language),
  }
}

export function worldLayers(theme: MapTheme, language: MapLanguage): LayerSpecification[] {
  return [...worldShapeLayers(theme), ...worldNameLayers(theme, language)]
}

export function worldShapeLayers(theme: MapTheme): LayerSpecification[] {
  const colours = palettes[theme]
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
    ...shapeLayers('far', colours),
    ...shapeLayers('near', colours),
  ]
}

/** `where`: filter that omits places labelled by other tiles. */
export function worldNameLayers(
  theme: MapTheme,
  language: MapLanguage,
  where?: ExpressionSpecification,
): LayerSpecification[] {
  const layers = nameLayers(palettes[theme], language)
  if (!where) return layers
  return layers.map((layer) => ({ ...layer, filter: ['all', layer.filter, where] }) as LayerSpecification)
}
