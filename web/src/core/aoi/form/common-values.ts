import type { Aoi, FieldProblems, Region } from '#contract'
import { regionAt } from './region-at.ts'
import type { CommonValues } from './state.ts'

export const NAME_MAX = 300

export const commonProblems = ({ name, place }: CommonValues): FieldProblems => {
  const problems: FieldProblems = {}
  if (name.trim() === '') problems.name = 'form.required'
  else if (name.trim().length > NAME_MAX) problems.name = 'form.tooLong'
  if (!place) problems.startCoordinates = 'form.required'
  return problems
}

export const placeValues = (aoi: Aoi, regions: readonly Region[]): Pick<CommonValues, 'place' | 'region'> => {
  const [lng = 0, lat = 0] = aoi.geometry[0]?.coordinates ?? []
  const isByPlace = regionAt(regions, [lng, lat])?._id === aoi.region
  return {
    place: { at: [lng, lat], ...(aoi.address && { address: aoi.address }) },
    region: isByPlace ? '' : (aoi.region ?? ''),
  }
}

export const placeParts = (
  { place, region }: Partial<Pick<CommonValues, 'place' | 'region'>>,
  address: string | undefined,
) => ({
  ...(place && { startCoordinates: JSON.stringify([...place.at, 1]), ...(address && { address }) }),
  ...(region !== undefined && { region: region === '' ? 'null' : region }),
})
