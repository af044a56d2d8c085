import { type Aoi, areaProblems, type FieldProblems, type LngLat } from '#contract'
import { middleOf, placeOf } from '../map/geometry.ts'

export type AreaValues = {
  name: string
  shape: 'circle' | 'polygon'
  at: LngLat | null
  radiusMetres: number | null
  /** Not closed: each corner once. */
  corners: LngLat[]
  takesSensorsInside: boolean
  sensors: string[]
}

export const emptyArea: AreaValues = {
  name: '',
  shape: 'circle',
  at: null,
  radiusMetres: 200,
  corners: [],
  takesSensorsInside: true,
  sensors: [],
}

export const valuesOf = (aoi: Aoi): AreaValues => {
  const { name, area, sensors } = aoi.properties
  return {
    name,
    shape: area?.coordinates ? 'polygon' : 'circle',
    at: placeOf(aoi),
    radiusMetres: area?.radiusMetres ?? null,
    corners: area?.coordinates?.[0]?.slice(0, -1) ?? [],
    takesSensorsInside: area?.takesSensorsInside ?? true,
    sensors: sensors.filter(({ isChosen }) => isChosen).map(({ _id }) => _id),
  }
}

/** The polygon as GeoJSON has it: closed. */
export const ringOf = (corners: readonly LngLat[]): LngLat[] => (corners[0] ? [...corners, corners[0]] : [])

export const problemsOf = (values: AreaValues): FieldProblems => ({
  ...(values.name.trim() === '' && { name: 'form.required' as const }),
  ...(values.shape === 'circle' && !values.at && { startCoordinates: 'form.required' as const }),
  ...(values.shape === 'circle' && areaProblems(values)),
  ...(values.shape === 'polygon' && values.corners.length < 3 && { coordinates: 'form.required' as const }),
})

/** What is sent: a circle around its place, or a polygon whose place is its middle. */
export const bodyOf = ({ name, shape, at, radiusMetres, corners, takesSensorsInside, sensors }: AreaValues) => {
  const ring = ringOf(corners)
  const [lng, lat] = shape === 'polygon' ? middleOf(ring) : (at ?? [0, 0])
  return {
    name: name.trim(),
    startCoordinates: JSON.stringify([lng, lat, 1]),
    radiusMetres: JSON.stringify(shape === 'circle' ? radiusMetres : null),
    coordinates: JSON.stringify(shape === 'polygon' ? [ring] : null),
    takesSensorsInside: String(takesSensorsInside),
    sensors: JSON.stringify(sensors),
  }
}
