import {
  AttributionControl,
  GeolocateControl,
  type Map as MapLibre,
  NavigationControl,
  ScaleControl,
} from 'maplibre-gl'
import type { toSides } from './reveal.ts'

export interface MapLabels {
  map: string
  zoomIn: string
  zoomOut: string
  locate: string
  locateUnavailable: string
  attribution: string
  metres: string
  kilometres: string
  unavailable: string
}

export const localeFor = (labels: MapLabels): Record<string, string> => ({
  'Map.Title': labels.map,
  'NavigationControl.ZoomIn': labels.zoomIn,
  'NavigationControl.ZoomOut': labels.zoomOut,
  'GeolocateControl.FindMyLocation': labels.locate,
  'GeolocateControl.LocationNotAvailable': labels.locateUnavailable,
  'AttributionControl.ToggleAttribution': labels.attribution,
  'ScaleControl.Meters': labels.metres,
  'ScaleControl.Kilometers': labels.kilometres,
})

const locateZoom = 14

/** MapLibre's corners are left and right; map.css turns them into start and end. */
export function addControls(
  map: MapLibre,
  padding: () => ReturnType<typeof toSides>,
  onProblem: (problem: unknown) => void,
): void {
  const locate = new GeolocateControl({
    positionOptions: { enableHighAccuracy: true, timeout: 10_000 },
    // A getter, because panels may have changed; the found position must not be under a panel.
    fitBoundsOptions: {
      maxZoom: locateZoom,
      linear: true,
      duration: 180,
      get padding() {
        return padding()
      },
    },
  })
  locate.on('error', ({ message }) => onProblem(new Error(`No position: ${message}`)))
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right')
  map.addControl(locate, 'bottom-right')
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left')
}
