/** Whether this browser can draw a map: MapLibre needs WebGL 2. */
export const canDrawMaps = (): boolean => {
  const context = document.createElement('canvas').getContext('webgl2')
  // Browsers allow only a few contexts at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return Boolean(context)
}
