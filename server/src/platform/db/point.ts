export type Point = { x: number; y: number }

export function pointText([lng, lat]: readonly [lng: number, lat: number, ...more: number[]]): string {
  return `(${lng},${lat})`
}

export function lngLat({ x, y }: Point): [lng: number, lat: number] {
  return [x, y]
}
