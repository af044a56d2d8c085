// Format of the bundled world: integer steps, so that a coast point takes two or three bytes compressed.

export type PackedLine = number[]
export type PackedPolygon = PackedLine[]

export interface PackedShapes {
  perDegree: number
  /** West, south, east, north in steps. Edges along this frame are cuts, not coast. */
  frame: [number, number, number, number]
  land: PackedPolygon[]
  lakes: PackedPolygon[]
  borders: PackedLine[]
  states: PackedLine[]
}

/** Name, x and y in thousandths of a degree, the first zoom at which it shows, its kind, and its Hebrew name if known. */
export type PackedPlace = [name: string, x: number, y: number, fromZoom: number, kind: number, hebrew?: string]

/** Meaning of the number in a packed place. A country's name is its two-letter code. */
export const placeKinds = ['ocean', 'sea', 'country', 'capital', 'metropolis', 'city', 'town', 'quarter'] as const
export type PlaceKind = (typeof placeKinds)[number]
export const placePerDegree = 1000

export interface PackedSquare extends PackedShapes {
  places: PackedPlace[]
}

/** Squares are used from this zoom on; files of the whole world cover earlier ones. */
export const squaresFromZoom = 5

export interface Square {
  west: number
  south: number
  side: number
}

/** Index of generated files: by version, squares by name. */
export interface MapDataIndex {
  version: string
  squares: string[]
}

export const squareName = ({ west, south, side }: Square) => `${west}_${south}_${side}`

export function squareOf(name: string): Square {
  const [west = 0, south = 0, side = 0] = name.split('_').map(Number)
  return { west, south, side }
}

export type Point = [number, number]

export function packLine(points: Point[], perDegree: number): PackedLine {
  const packed: PackedLine = []
  let px = 0
  let py = 0
  for (const point of points) {
    const x = Math.round(point[0] * perDegree)
    const y = Math.round(point[1] * perDegree)
    if (packed.length > 0 && x === px && y === py) continue
    packed.push(x - px, y - py)
    px = x
    py = y
  }
  return packed
}

export function unpackLine(packed: PackedLine): Point[] {
  const points: Point[] = []
  let x = 0
  let y = 0
  for (let i = 0; i < packed.length; i += 2) {
    x += packed[i] ?? 0
    y += packed[i + 1] ?? 0
    points.push([x, y])
  }
  return points
}
