import { tileArchive, tilesIn, vectorTile } from '../server/src/testing/tile-archive.ts'

type Feature = Parameters<typeof vectorTile>[0][string][number]

const EXTENT = 4096
/** Number of streets in each direction of a tile of the closest zoom, and of houses per street. */
const STREETS = 12
const HOUSES = 21
const CLOSEST = 15

const box: [number, number, number, number] = [-122.52, 37.6, -122.28, 37.83]

const syllables = 'ma lor ber ten wick sha dun hal ri ver ash ford el mo cas tle'.split(' ')
const kinds = ['Street', 'Avenue', 'Road', 'Lane', 'Court']
const nameOf = (number: number): string => {
  const parts = [number, number >> 4, number >> 8, number >> 12].map((part) => syllables[part & 15])
  const word = parts.join('')
  return `${word[0]?.toUpperCase()}${word.slice(1)} ${kinds[number % kinds.length]}`
}

const along = (isAcross: boolean, at: number, where: number): [number, number] => (isAcross ? [where, at] : [at, where])

const streetOf = (number: number, index: number): { road: Feature; houses: Feature[] } => {
  const isAcross = index < STREETS
  const at = Math.round(((index % STREETS) + 0.5) * (EXTENT / STREETS))
  const isMajor = index % STREETS === STREETS / 2
  const line = Array.from({ length: STREETS + 2 }, (_, step) => {
    const where = step === 0 ? 0 : step > STREETS ? EXTENT : Math.round((step - 0.5) * (EXTENT / STREETS))
    return along(isAcross, at, where)
  })
  const road: Feature = {
    type: 'line',
    at: line,
    properties: { kind: isMajor ? 'major_road' : 'minor_road', kind_detail: isMajor ? 'primary' : 'residential', name: nameOf(number), min_zoom: 12 }, // biome-ignore format: one line
  }
  const houses = Array.from({ length: HOUSES }, (_, house): Feature => {
    const side = house % 2 === 0 ? -60 : 60
    const where = Math.round((house + 0.5) * (EXTENT / HOUSES))
    const properties = { kind: 'address', addr_housenumber: String(house + 1) }
    return { type: 'point', at: [along(isAcross, at + side, where)], properties }
  })
  return { road, houses }
}

const ground: Feature = {
  type: 'area',
  at: [[0, 0], [EXTENT, 0], [EXTENT, EXTENT], [0, EXTENT]], // biome-ignore format: a square
  properties: { kind: 'earth' },
}

/**
 * A made-up city of a million people: a grid with 300,000 house numbers and more named streets than any such city has
 * (14,000). Low zooms contain only the larger roads, as in real archives.
 */
export const makeCity = () => {
  let tiles = 0
  let streets = 0
  let houses = 0
  const archive = tileArchive(
    tilesIn(box, [10, 11, 12, 13, 14, CLOSEST], (z) => {
      const first = tiles++ * STREETS * 2
      const all = Array.from({ length: STREETS * 2 }, (_, index) => streetOf(first + index, index))
      const isClose = z === CLOSEST
      const shown = isClose ? all : all.filter(({ road }) => z === CLOSEST - 1 || road.properties.kind === 'major_road')
      if (isClose) {
        streets += shown.length
        houses += shown.length * HOUSES
      }
      return vectorTile({
        earth: [ground],
        roads: shown.map(({ road }) => road),
        ...(isClose && { buildings: shown.flatMap((street) => street.houses) }),
      })
    }),
    { box, depth: 1, leafEntries: 512 },
  )
  const texts = [
    `${nameOf(9000)} 12, San Francisco`,
    `12 ${nameOf(12_000).toLowerCase()}`,
    `${nameOf(7000)} & ${nameOf(7012)}`,
    'ma',
    'street',
    'street 12',
    'street, san francisco',
    'malor',
    'no such name at all',
    'San Francisco',
  ]
  return { archive, texts, streets, houses }
}
