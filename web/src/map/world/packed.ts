// Format of the bundled world. Coordinates are integer steps from the previous point, so that a point of the coast
// takes two or three bytes compressed.

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

/**
 * Name; x and y in thousandths of a degree; the first zoom at which the place is shown; index in `placeKinds`; Hebrew
 * name if known.
 */
export type PackedPlace = [name: string, x: number, y: number, fromZoom: number, kind: number, hebrew?: string]

/** Kinds by their index in a packed place. The name of a country is its two-letter code. */
export const placeKinds = ['ocean', 'sea', 'country', 'capital', 'metropolis', 'city', 'town', 'quarter'] as const
export type PlaceKind = (typeof placeKinds)[number]
export const placePerDegree = 1000

export interface PackedSquare extends PackedShapes {
  places: PackedPlace[]
}

/** First zoom with squares; below it, files of the whole world are used. */
export const squaresFromZoom = 5

export interface Square {
  west: number
  south: number
  side: number
}

/** Version of the generated files (part of their address) and the names of the squares. */
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
