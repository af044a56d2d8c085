import { addProtocol, Map as MapLibre, prewarm, type RequestTransformFunction, setWorkerUrl } from 'maplibre-gl'
import { type BasemapConfig, chooseBasemap, repaint } from './basemap.ts'
import { addControls, localeFor, type MapLabels } from './controls.ts'
import { everyLetter, firstLetters, loadLabelFont } from './labelFont.ts'
import workerUrl from './map-worker.ts?worker&url'
import { withLevels } from './overlay.ts'
import type { MapLanguage, MapTheme } from './palette.ts'
import { showAtFirst, type toSides } from './reveal.ts'
import { recallView, rememberView, type View, zoomLimits } from './view.ts'
import { lettersIn, lettersProtocol } from './world/letters.ts'

setWorkerUrl(workerUrl)
// Starts the worker while font and basemap load.
prewarm()

export interface MapOptions {
  container: HTMLElement
  language: MapLanguage
  theme: MapTheme
  basemap: BasemapConfig
  labels: MapLabels
  initialView: View
  padding: () => ReturnType<typeof toSides>
  /** The map does not store its view. */
  isAside: boolean
  transformRequest: RequestTransformFunction
  onProblem: (problem: unknown) => void
}

export interface LiveMap {
  map: MapLibre
  complete: Promise<unknown>
  /** Repaints the basemap in another theme; overlays are unchanged. */
  paint: (theme: MapTheme) => void
}

/** Resolves when the style is loaded, so that layers can be added. Aborting `ended` removes the map. */
export async function createMap(options: MapOptions, ended: AbortSignal): Promise<LiveMap> {
  const view = recallView(options.initialView)
  const hasStreets = Boolean(options.basemap.styleUrl || options.basemap.tileSets?.length)
  const [basemap] = await Promise.all([
    chooseBasemap(options.basemap, options.theme, options.language),
    loadLabelFont(firstLetters(options.language, view.zoom, hasStreets), options.onProblem),
  ])
  ended.throwIfAborted()
  addProtocol(lettersProtocol, async ({ url }) => {
    await loadLabelFont(lettersIn(url), options.onProblem)
    return { data: {} }
  })
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new MapLibre({
    container: options.container,
    style: withLevels(basemap.style),
    // Tests validate our own styles; validating one on a phone takes 100 ms.
    validateStyle: !basemap.layersFor,
    center: view.center,
    zoom: view.zoom,
    ...zoomLimits,
    locale: localeFor(options.labels),
    attributionControl: false,
    transformRequest: options.transformRequest,
    // With 0, MapLibre recalculates the place of every label in each frame.
    fadeDuration: isCalm ? 1 : 150,
    // North is always up, so no compass is needed.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
  })
  if (view === options.initialView) showAtFirst(map, view, options.padding())
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.on('error', ({ error }) => options.onProblem(error))
  map.on('moveend', () => {
    if (options.isAside) return
    const { lng, lat } = map.getCenter().wrap()
    rememberView({ center: [lng, lat], zoom: map.getZoom() })
  })
  addControls(map, options.padding, options.onProblem)
  // Deferred, because layers remove themselves from the map while React unmounts it.
  ended.addEventListener('abort', () => queueMicrotask(() => map.remove()), { once: true })
  const complete = map.once('load')
  // One frame later, so that callers waiting for `complete` run first.
  void complete.then(() => requestAnimationFrame(() => loadLabelFont(everyLetter, options.onProblem)))
  // Registered before the style loads, because its first layers may request images.
  const paintSigns = basemap.provideSigns?.(map, options.theme)
  await map.once('style.load')
  const stopFeeding = basemap.feed?.(map)
  if (stopFeeding) ended.addEventListener('abort', stopFeeding, { once: true })
  const paint = (theme: MapTheme) => {
    if (basemap.layersFor) repaint(map, basemap.layersFor(theme))
    paintSigns?.(theme)
  }
  return { map, complete, paint }
}
