import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification } from 'maplibre-gl'
import { labelFonts, type MapLanguage, type MapTheme, palettes } from './palette.ts'

export const tilesSource = 'tiles'

/** These are made of the sprite's pictures, and there is no sprite without a network. */
const pictured = new Set(['pois', 'roads_shields', 'roads_oneway'])

export function tilesLayers(theme: MapTheme, language: MapLanguage): LayerSpecification[] {
  return layers(tilesSource, flavour(theme), { lang: language })
    .filter(({ id }) => !pictured.has(id))
    .map(withoutIcon)
}

function withoutIcon(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol' || !layer.layout?.['icon-image']) return layer
  const { 'icon-image': _, ...layout } = layer.layout
  return { ...layer, layout }
}

/** A name with a comma is a stack of fonts to MapLibre. */
const stack = (fonts: string[]) => fonts.join(',')

function flavour(theme: MapTheme): Flavor {
  const { water, waterLabel } = palettes[theme]
  // The light one is loud where there is water; everything else is tuned to its land.
  const calmer = theme === 'light' ? { background: water, water, ocean_label: waterLabel } : {}
  return {
    ...namedFlavor(theme),
    ...calmer,
    regular: stack(labelFonts.regular),
    bold: stack(labelFonts.medium),
    // A slanted Hebrew letter is no Hebrew letter.
    italic: stack(labelFonts.regular),
  }
}
