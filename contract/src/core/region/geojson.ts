import type { LngLat } from '../../platform/kit/schema.ts'
import { closedRing, type OutlineProblem, outlineProblem } from './outline.ts'

export type ImportedRegion = { name: string; coordinates: LngLat[][] }

/** `feature`: number of the feature in the file, from 1. */
export type ImportProblem = {
  what: OutlineProblem | 'notGeoJson' | 'noPolygon' | 'hasHole' | 'nothing' | 'tooMany' | 'wrongCoordinates'
  feature?: number
  name?: string
}

export const MOST_IMPORTED = 500

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const nameOf = ({ properties, id }: Json): string => {
  const given = isObject(properties) ? properties : {}
  const named = ['name', 'Name', 'NAME', 'title', 'label'].map((key) => given[key]).find((value) => value)
  return String(named ?? id ?? '')
    .trim()
    .slice(0, 200)
}

const isPosition = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every((part) => Number.isFinite(part))

/** Polygons of a geometry as lists of rings; undefined if it has none. */
const polygonsOf = (geometry: unknown): unknown[] | undefined => {
  if (!isObject(geometry)) return undefined
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  if (geometry.type === 'MultiPolygon' && Array.isArray(geometry.coordinates)) return geometry.coordinates
  if (geometry.type === 'GeometryCollection' && Array.isArray(geometry.geometries)) {
    const parts = geometry.geometries.flatMap((part) => polygonsOf(part) ?? [])
    return parts.length > 0 ? parts : undefined
  }
  return undefined
}

const ringOf = (polygon: unknown): { ring: LngLat[] } | { what: ImportProblem['what'] } => {
  if (!Array.isArray(polygon) || !Array.isArray(polygon[0])) return { what: 'wrongCoordinates' }
  if (polygon.length > 1) return { what: 'hasHole' }
  const corners: unknown[] = polygon[0]
  if (!corners.every(isPosition)) return { what: 'wrongCoordinates' }
  const ring = closedRing(corners.map(([lng = 0, lat = 0]): LngLat => [lng, lat]))
  const what = outlineProblem(ring)
  return what ? { what } : { ring }
}

const featuresOf = (json: unknown): Json[] | undefined => {
  if (!isObject(json)) return undefined
  if (json.type === 'FeatureCollection')
    return Array.isArray(json.features) ? json.features.filter(isObject) : undefined
  if (json.type === 'Feature') return [json]
  return polygonsOf(json) ? [{ type: 'Feature', geometry: json }] : undefined
}

/**
 * Reads regions from GeoJSON. A feature with several polygons becomes several numbered regions. If any problem is
 * found, nothing is imported; each problem names its feature.
 */
export const readRegions = (
  text: string,
  unnamed: (number: number) => string,
): { regions: ImportedRegion[]; problems: ImportProblem[] } => {
  const refused = (what: ImportProblem['what']) => ({ regions: [], problems: [{ what }] })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refused('notGeoJson')
  }
  const features = featuresOf(json)
  if (!features) return refused('notGeoJson')
  if (features.length === 0) return refused('nothing')
  const regions: ImportedRegion[] = []
  const problems: ImportProblem[] = []
  for (const [index, feature] of features.entries()) {
    const name = nameOf(feature) || unnamed(index + 1)
    const at = { feature: index + 1, name }
    const polygons = polygonsOf(feature.geometry)
    if (!polygons) problems.push({ what: 'noPolygon', ...at })
    for (const [part, polygon] of (polygons ?? []).entries()) {
      const read = ringOf(polygon)
      if ('what' in read) problems.push({ what: read.what, ...at })
      else regions.push({ name: part === 0 ? name : `${name} ${part + 1}`, coordinates: [read.ring] })
    }
  }
  if (regions.length > MOST_IMPORTED) return refused('tooMany')
  return { regions, problems }
}
