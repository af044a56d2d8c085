import type { Map as MapLibre, RequestTransformFunction } from 'maplibre-gl'
import { languages } from '#contract'
import 'maplibre-gl/dist/maplibre-gl.css'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import type { BasemapConfig } from './basemap.ts'
import type { MapLabels } from './controls.ts'
import './map.css'
import { type MapLanguage, type MapTheme, palettes } from './palette.ts'
import { type MapPadding, noPadding, toSides } from './reveal.ts'
import { useShownMap } from './shownMap.ts'
import { useLiveMap } from './useLiveMap.ts'
import { MapContext } from './useMap.ts'
import type { View } from './view.ts'

export interface MapViewProps {
  language: MapLanguage
  theme: MapTheme
  basemap: BasemapConfig
  labels: MapLabels
  initialView: View
  /** Space covered by panels. A change moves the controls, not the view. */
  padding?: MapPadding
  /** For a map in a dialog: its view is not stored, and `useOpenMap` ignores it. */
  isAside?: boolean
  /** Adds headers to the map's own requests, such as Authorization for tiles of the API. */
  transformRequest?: RequestTransformFunction
  onReady?: (map: MapLibre) => void
  onUnavailable?: () => void
  onProblem?: (problem: unknown) => void
  /** Layers: components that use `useMap` and return null. */
  children?: ReactNode
}

/**
 * MapLibre takes texts and basemap at creation, so another language or basemap creates a new map with the same view.
 * The default export is for React's `lazy`.
 */
export default function MapView(props: MapViewProps) {
  const { language, basemap } = props
  return (
    <OneMap
      key={[language, basemap.styleUrl, ...(basemap.tileSets ?? []).map(({ tiles }) => tiles)].join(' ')}
      {...props}
    />
  )
}

const asIs: RequestTransformFunction = (url) => ({ url })
const ignore = () => {}

function OneMap({
  language,
  theme,
  basemap,
  labels,
  initialView,
  padding = noPadding,
  isAside = false,
  transformRequest = asIs,
  onReady = ignore,
  onUnavailable = ignore,
  onProblem = ignore,
  children,
}: MapViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const { open, isUnavailable } = useLiveMap(host, {
    language,
    theme,
    basemap,
    labels,
    initialView,
    padding: toSides(padding, languages[language].direction === 'rtl'),
    isAside,
    transformRequest,
    onReady,
    onUnavailable,
    onProblem,
  })
  useShownMap(isAside ? undefined : open)
  const style = {
    '--map-top': `${padding.top}px`,
    '--map-bottom': `${padding.bottom}px`,
    '--map-start': `${padding.start}px`,
    '--map-end': `${padding.end}px`,
    background: palettes[theme].water,
  } as CSSProperties
  return (
    <div ref={host} className="map-view" style={style}>
      {isUnavailable && <p className="map-unavailable">{labels.unavailable}</p>}
      {open && <MapContext value={open}>{children}</MapContext>}
    </div>
  )
}
