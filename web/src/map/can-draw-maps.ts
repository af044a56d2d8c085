/** Whether this browser can draw a map: MapLibre needs WebGL 2. */
export const canDrawMaps = (): boolean => {
  const context = document.createElement('canvas').getContext('webgl2')
  // Browsers limit the number of live WebGL contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return Boolean(context)
}
