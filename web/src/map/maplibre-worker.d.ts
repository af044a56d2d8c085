/** MapLibre describes its main module alone. */
declare module 'maplibre-gl/dist/maplibre-gl-worker.mjs' {
  export default class MapLibreWorker {}
}
