import type { LayerSpecification } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { nameOf } from '../../i18n/names.ts'
import { paint, provideImages } from '../../map/images.ts'
import { labelFonts, type MapTheme, palettes } from '../../map/palette.ts'
import { PIN_PATH } from '../../map/pin.ts'
import { useFeatures } from '../../map/useFeatures.ts'
import { useMap } from '../../map/useMap.ts'
import { GROUP_ZOOM, useGroup } from './group-data.ts'

const ID = 'group-mark'
const PIN = 'group:pin'
const PIN_PX = 42

const drawPin = () =>
  paint(PIN_PX, (canvas) => {
    canvas.translate(PIN_PX / 2 - 16, 0)
    const pin = new Path2D(PIN_PATH)
    canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled')
    canvas.fill(pin)
    canvas.lineWidth = 2
    canvas.strokeStyle = '#ffffff'
    canvas.stroke(pin)
    canvas.beginPath()
    canvas.arc(16, 16, 5.5, 0, 2 * Math.PI)
    canvas.fillStyle = '#ffffff'
    canvas.fill()
  })

const layersIn = (theme: MapTheme): LayerSpecification[] => [
  {
    id: ID,
    type: 'symbol',
    source: ID,
    layout: {
      'icon-image': PIN,
      'icon-anchor': 'bottom',
      'icon-allow-overlap': true,
      'text-field': ['get', 'name'],
      'text-font': labelFonts.bold,
      'text-size': 13,
      // Below the pin, else clear of a cluster on the same place, such as the group's own activities. Without room the
      // name is hidden; the open card has it, too.
      'text-variable-anchor-offset': ['top', [0, 0.6], 'top', [0, 2], 'left', [2, 0], 'right', [-2, 0]],
      'text-optional': true,
    },
    paint: {
      'text-color': palettes[theme].label,
      'text-halo-color': palettes[theme].labelHalo,
      'text-halo-width': 1.5,
    },
  },
]

/** The pin of a group, below events and clusters, whose counts it would cover. */
export const GroupMark = ({ id, theme }: { id: string; theme: MapTheme }) => {
  const { map, easeTo } = useMap()
  const { data: group } = useGroup(id)
  const [lng, lat] = group?.position ?? []
  const name = group ? nameOf(group) : ''
  useEffect(() => provideImages(map, PIN, drawPin).stop, [map])
  const data = useMemo<GeoJSON.Feature | undefined>(
    () =>
      lng === undefined || lat === undefined
        ? undefined
        : { type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: [lng, lat] } },
    [lng, lat, name],
  )
  useFeatures({ id: ID, level: 'people', data, layers: useMemo(() => layersIn(theme), [theme]) })

  // Moves the map once, when the place is loaded; later changes never move it.
  const isPlaced = lng !== undefined
  const show = useEffectEvent(() => group?.position && easeTo(group.position, GROUP_ZOOM))
  useEffect(() => {
    if (!isPlaced) return
    // In the next frame, so that the opening drawer is taken into account.
    const frame = requestAnimationFrame(() => show())
    return () => cancelAnimationFrame(frame)
  }, [isPlaced])
  return null
}
