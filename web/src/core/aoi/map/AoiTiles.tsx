import type { VectorTileSource } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { aoiApi, BASE_PATH } from '#contract'
import { repaint } from '../../../map/basemap.ts'
import { type Images, provideImages } from '../../../map/images.ts'
import { addOverlay } from '../../../map/overlay.ts'
import { useMap } from '../../../map/useMap.ts'
import type { AoiQuery } from '../data.ts'
import { useTypeLooks } from '../type-look.ts'
import { drawBadge, grounds, type MarkersMode, type Theme, typeColour } from './badge.ts'
import { drawCluster, stateArcs, TYPE_RING_PX } from './cluster.ts'
import { aoiLayers, clusterIcon, iconOf, layerIds, notSelected, PREFIX, readName, sources } from './layers.ts'
import { retryTiles } from './retry-tiles.ts'

/** URL template of tiles with this filter, in which MapLibre replaces `{z}`, `{x}` and `{y}`. */
const tileTemplate = ({ sort, order, near, ...filter }: AoiQuery): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, String(value))
  return `${BASE_PATH}${aoiApi.tile.path.replace(/:(\w+)/g, '{$1}')}?${search}`
}

export type TilesProps = {
  query: AoiQuery
  mode: MarkersMode
  theme: Theme
  serviceIds: readonly string[]
  selected: string | undefined
}

export const AoiTiles = ({ query, mode, theme, serviceIds, selected }: TilesProps) => {
  const { map } = useMap()
  const looks = useTypeLooks(serviceIds)
  const address = location.origin + tileTemplate(query)
  const drawn = useRef({ looks, theme })
  const images = useRef<Images>(undefined)

  const add = useEffectEvent(() => {
    const imageProvider = provideImages(map, PREFIX, (name) => draw(name, drawn.current))
    images.current = imageProvider
    const remove = addOverlay(map, {
      sources: { [sources.tiles]: { type: 'vector', tiles: [address], maxzoom: map.getMaxZoom() } },
      layers: aoiLayers(mode, theme, selected),
    })
    const stopRetrying = retryTiles(map, sources.tiles)
    return () => {
      stopRetrying()
      remove()
      imageProvider.stop()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new map
  useEffect(() => add(), [map])

  const lastAddress = useRef(address)
  useEffect(() => {
    if (lastAddress.current === address) return
    lastAddress.current = address
    map.getSource<VectorTileSource>(sources.tiles)?.setTiles([address])
  }, [map, address])

  useEffect(() => {
    map.setLayoutProperty(layerIds.points, 'icon-image', iconOf('points', mode))
    map.setLayoutProperty(layerIds.clusters, 'icon-image', clusterIcon(mode))
    map.setFilter(layerIds.points, notSelected(selected))
  }, [map, mode, selected])

  const paintAnew = useEffectEvent(() => repaint(map, aoiLayers(mode, theme, selected)))
  useEffect(() => {
    if (drawn.current.looks === looks && drawn.current.theme === theme) return
    drawn.current = { looks, theme }
    images.current?.redraw()
    paintAnew()
  }, [looks, theme])
  return null
}

const draw = (name: string, { looks, theme }: { looks: ReturnType<typeof useTypeLooks>; theme: Theme }) => {
  const picture = readName(name)
  if (picture.kind === 'cluster') return drawCluster(picture.diameter, stateArcs(picture.shares, theme), theme)
  if (picture.kind === 'types') {
    const arcs = picture.shares.map(({ typeId, parts }) => ({
      parts,
      colour: typeColour(looks.get(typeId), theme),
      width: TYPE_RING_PX,
    }))
    return drawCluster(picture.diameter, arcs, theme)
  }
  const { kind, of, mode, state, typeId } = picture
  return drawBadge({
    state,
    mode,
    theme,
    kind: of,
    look: looks.get(typeId),
    ring: kind === 'selected' ? ringColour(theme) : undefined,
  })
}

/**
 * The service's primary colour, or the text colour in the dark theme, where the primary one has too little contrast.
 */
const ringColour = (theme: Theme): string => {
  if (theme === 'dark') return grounds.dark.text
  return getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled') || '#1f5fbf'
}
