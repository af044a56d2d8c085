import { type MapDataIndex, type Square, squareOf } from './packed.ts'

/** Made by the build; absent in unit tests. */
const index = import.meta.glob<MapDataIndex>('../data/index.json', { import: 'default', eager: true })[
  '../data/index.json'
]

export const addressOf = (name: string) => `${import.meta.env.BASE_URL}assets/data/${index?.version}/${name}.json`

export interface View {
  west: number
  south: number
  east: number
  north: number
}

const boxOf = ({ west, south, side }: Square): View => ({ west, south, east: west + side, north: south + side })

export type NamedSquare = View & { name: string }
export const squares: readonly NamedSquare[] = (index?.squares ?? []).map((name) => ({
  ...boxOf(squareOf(name)),
  name,
}))

/** The map repeats the world, so a view may reach beyond 180° on either side. */
export function isInView({ west, south, east, north }: View, view: View): boolean {
  if (south >= view.north || north <= view.south) return false
  const firstCopy = Math.floor((view.west - east) / 360) + 1
  return west + firstCopy * 360 < view.east
}
