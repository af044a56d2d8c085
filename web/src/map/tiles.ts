import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { PMTiles, Protocol, TileType } from 'pmtiles'
import type { Basemap } from './basemap.ts'
import { labelFonts, type MapLanguage, type MapTheme, palettes } from './palette.ts'

const protocol = new Protocol()
addProtocol('pmtiles', protocol.tile)

const source = 'tiles'
const openStreetMap =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a>'

/** A file of map tiles (pictures, or vectors as Protomaps makes them). Throws where there is none to be read. */
export async function openTiles(url: string, theme: MapTheme, language: MapLanguage): Promise<Basemap> {
  const tiles = new PMTiles(url)
  const { tileType } = await tiles.getHeader()
  protocol.add(tiles)
  const layersFor = (other: MapTheme) => (tileType === TileType.Mvt ? tilesLayers(other, language) : pictureLayers())
  return { style: tilesStyle(url, tileType === TileType.Mvt, layersFor(theme)), layersFor }
}

const tilesStyle = (url: string, isVector: boolean, layers: LayerSpecification[]): StyleSpecification => ({
  version: 8,
  sources: {
    [source]: isVector
      ? { type: 'vector', url: `pmtiles://${url}`, attribution: openStreetMap }
      : { type: 'raster', url: `pmtiles://${url}`, tileSize: 256 },
  },
  layers,
})

const pictureLayers = (): LayerSpecification[] => [{ id: 'pictures', type: 'raster', source }]

/** These are made of the sprite's pictures, and there is no sprite without a network. */
const pictured = new Set(['pois', 'roads_shields', 'roads_oneway'])

export function tilesLayers(theme: MapTheme, language: MapLanguage): LayerSpecification[] {
  return layers(source, flavour(theme), { lang: language })
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
