import type { Language } from '#contract'
import { type MapPoint, metresAt } from './geometry.ts'
import { nearestCrossing, nearestRoad } from './nearest-road.ts'
import type { Settlement } from './settlements.ts'
import type { House, StreetTiles } from './street-tile.ts'
import { wordsIn } from './wording.ts'

const HOUSE_IS_HERE = 30
const HOUSE_IS_NEAR = 60
const ROAD_IS_HERE = 40
const ROAD_IS_NEAR = 250
const CROSSING_IS_HERE = 25
const CROSSING_IS_NEAR = 200

const nearestHouse = (houses: readonly House[], { x, y }: MapPoint) => {
  let best: { house: House; distance: number } | undefined
  for (const house of houses) {
    const distance = Math.hypot(house.x - x, house.y - y)
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { house, distance }
  }
  return best
}

/**
 * Address of a point from the archive's tiles: a house, else a street with its nearest crossing. Null if there is no
 * named road nearby.
 */
export const streetAddress = async (
  tiles: StreetTiles,
  point: MapPoint,
  language: Language,
  settlement: Settlement | undefined,
): Promise<string | null> => {
  const metres = metresAt(point.y)
  const around = await tiles.around(point, ROAD_IS_NEAR / metres)
  const roads = around.flatMap((tile) => tile.roads)
  const words = wordsIn(language, settlement)

  const nearest = nearestHouse(around.flatMap(({ houses }) => houses), point) // biome-ignore format: one line
  if (nearest && nearest.distance * metres <= HOUSE_IS_NEAR) {
    const own = nearestRoad(roads, nearest.house, ROAD_IS_NEAR / metres)
    if (own) {
      const text = words.inSettlement(words.house(own.road.names[language], nearest.house.number))
      return own.isSure && nearest.distance * metres <= HOUSE_IS_HERE ? text : words.near(text)
    }
  }

  const road = nearestRoad(roads, point, ROAD_IS_NEAR / metres)
  if (!road) return null
  const name = road.road.names[language]
  if (road.distance * metres > ROAD_IS_HERE) return words.near(words.inSettlement(name))
  const crossing = nearestCrossing(roads, road.road, point, { reach: CROSSING_IS_NEAR / metres, metres })
  if (!crossing) return words.inSettlement(name)
  const other = crossing.road.names[language]
  const isHere = crossing.distance * metres <= CROSSING_IS_HERE
  return words.inSettlement(isHere ? words.corner(name, other) : words.streetNear(name, other))
}
