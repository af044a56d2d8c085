import { type Aoi, areaProblems, type FieldProblems, type LngLat, placeOf } from '#contract'
import type { Place } from '../../../map/places/place-text.ts'
import { middleOf } from '../map/geometry.ts'

export type AreaValues = {
  name: string
  shape: 'circle' | 'polygon'
  place: Place | null
  radiusMetres: number | null
  corners: LngLat[]
  takesSensorsInside: boolean
  sensors: string[]
}

export const emptyArea: AreaValues = {
  name: '',
  shape: 'circle',
  place: null,
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
    place: { at: placeOf(aoi) },
    radiusMetres: area?.radiusMetres ?? null,
    corners: area?.coordinates?.[0]?.slice(0, -1) ?? [],
    takesSensorsInside: area?.takesSensorsInside ?? true,
    sensors: sensors.filter(({ isChosen }) => isChosen).map(({ _id }) => _id),
  }
}

export const ringOf = (corners: readonly LngLat[]): LngLat[] => (corners[0] ? [...corners, corners[0]] : [])

export const problemsOf = (values: AreaValues): FieldProblems => ({
  ...(values.name.trim() === '' && { name: 'form.required' as const }),
  ...(values.shape === 'circle' && !values.place && { place: 'form.required' as const }),
  ...(values.shape === 'circle' && areaProblems(values)),
  ...(values.shape === 'polygon' && values.corners.length < 3 && { corners: 'form.required' as const }),
})

/** The fields of a circle around its place, or of a polygon, whose place is its centroid. */
const shapeBody = ({ shape, place, radiusMetres, corners }: AreaValues) => {
  const ring = ringOf(corners)
  const [lng, lat] = shape === 'polygon' ? middleOf(ring) : (place?.at ?? [0, 0])
  return {
    startCoordinates: JSON.stringify([lng, lat, 1]),
    radiusMetres: JSON.stringify(shape === 'circle' ? radiusMetres : null),
    coordinates: JSON.stringify(shape === 'polygon' ? [ring] : null),
  }
}

const shapeFields = ['shape', 'place', 'radiusMetres', 'corners'] as const

/** The request body, with all fields of a new area or only the changed fields of an existing one. */
export const bodyOf = (values: AreaValues, changes: Partial<AreaValues> = values) => ({
  ...('name' in changes && { name: values.name.trim() }),
  ...(shapeFields.some((field) => field in changes) && shapeBody(values)),
  ...('takesSensorsInside' in changes && { takesSensorsInside: String(values.takesSensorsInside) }),
  ...('sensors' in changes && { sensors: JSON.stringify(values.sensors) }),
})
