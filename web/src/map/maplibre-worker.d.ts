/** MapLibre ships types for its main module only. */
declare module 'maplibre-gl/dist/maplibre-gl-worker.mjs' {
  export default class MapLibreWorker {}
}
