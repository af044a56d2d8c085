import { Map as MapLibre, prewarm, type RequestTransformFunction, setWorkerUrl } from 'maplibre-gl'
// MapLibre cannot find its worker by itself once it is bundled.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type BasemapConfig, chooseBasemap, repaint } from './basemap.ts'
import { addControls, localeFor, type MapLabels } from './controls.ts'
import { labelFamily, type MapLanguage, type MapTheme } from './palette.ts'
import type { toSides } from './reveal.ts'
import { recallView, rememberView, type View } from './view.ts'

setWorkerUrl(workerUrl)
// The worker comes while the font and the basemap do.
prewarm()

export interface MapOptions {
  container: HTMLElement
  language: MapLanguage
  theme: MapTheme
  basemap: BasemapConfig
  labels: MapLabels
  /** Where the map looks on the first visit. */
  initialView: View
  padding: () => ReturnType<typeof toSides>
  transformRequest: RequestTransformFunction
  onProblem: (problem: unknown) => void
}

export interface LiveMap {
  map: MapLibre
  /** When the first picture is complete. */
  complete: Promise<unknown>
  /** Paints the basemap in another theme and leaves everything else alone. */
  paint: (theme: MapTheme) => void
}

/** A map whose style is loaded, so that layers can be added. It ends with the signal. */
export async function createMap(options: MapOptions, ended: AbortSignal): Promise<LiveMap> {
  const [basemap] = await Promise.all([
    chooseBasemap(options.basemap, options.theme, options.language),
    loadLabelFont(options.basemap, options.onProblem),
  ])
  ended.throwIfAborted()
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new MapLibre({
    container: options.container,
    style: basemap.style,
    ...recallView(options.initialView),
    minZoom: 1,
    maxZoom: 20,
    locale: localeFor(options.labels),
    attributionControl: false,
    transformRequest: options.transformRequest,
    fadeDuration: isCalm ? 0 : 150,
    // North is always up: one thing less to get lost with, and no compass.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.on('error', ({ error }) => options.onProblem(error))
  map.on('moveend', () => {
    const { lng, lat } = map.getCenter().wrap()
    rememberView({ center: [lng, lat], zoom: map.getZoom() })
  })
  addControls(map, options.padding, options.onProblem)
  // A moment later, because layers still take themselves off the map while React takes it away.
  ended.addEventListener('abort', () => queueMicrotask(() => map.remove()), { once: true })
  const complete = map.once('load')
  // Before the style: its first layers may ask for signs.
  const paintSigns = basemap.provideSigns?.(map, options.theme)
  await map.once('style.load')
  const stopFeeding = basemap.feed?.(map, options.onProblem)
  if (stopFeeding) ended.addEventListener('abort', stopFeeding, { once: true })
  const paint = (theme: MapTheme) => {
    if (basemap.layersFor) repaint(map, basemap.layersFor(theme))
    paintSigns?.(theme)
  }
  return { map, complete, paint }
}

/** Letters are drawn once and kept, so the font has to be there before the first name; one letter of each part of it. */
async function loadLabelFont({ tileSets }: BasemapConfig, onProblem: (problem: unknown) => void): Promise<void> {
  // Streets have names in the letters of their country; the bundled world has Latin and Hebrew ones only.
  const letters = tileSets?.length ? 'AşאЖѢعΩ' : 'Aşא'
  await document.fonts.load(`500 16px "${labelFamily}"`, letters).catch(onProblem)
}
