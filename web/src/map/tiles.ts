import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { PMTiles, Protocol, TileType } from 'pmtiles'
import type { MapLanguage, MapTheme } from './palette.ts'
import { tilesLayers, tilesSource } from './tilesLayers.ts'

const protocol = new Protocol()
addProtocol('pmtiles', protocol.tile)

const openStreetMap =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a>'

/** A file of map tiles (pictures, or vectors as Protomaps makes them). Throws where there is none to be read. */
export async function openTiles(url: string, theme: MapTheme, language: MapLanguage) {
  const tiles = new PMTiles(url)
  const { tileType } = await tiles.getHeader()
  protocol.add(tiles)
  const layersFor = (other: MapTheme) => (tileType === TileType.Mvt ? tilesLayers(other, language) : pictureLayers())
  return { style: tilesStyle(url, tileType === TileType.Mvt, layersFor(theme)), layersFor }
}

const tilesStyle = (url: string, isVector: boolean, layers: LayerSpecification[]): StyleSpecification => ({
  version: 8,
  sources: {
    [tilesSource]: isVector
      ? { type: 'vector', url: `pmtiles://${url}`, attribution: openStreetMap }
      : { type: 'raster', url: `pmtiles://${url}`, tileSize: 256 },
  },
  layers,
})

const pictureLayers = (): LayerSpecification[] => [{ id: 'pictures', type: 'raster', source: tilesSource }]
