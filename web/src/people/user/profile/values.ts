import type { LngLat, Profile } from '#contract'

export type Values = {
  firstName: string
  lastName: string
  phone: string
  description: string
  role: string
  services: string[]
  enableGpsLocation: boolean
  homeLocation: LngLat | null
}

export const valuesOf = (profile: Profile): Values => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  phone: profile.phone,
  description: profile.description,
  role: profile.role?._id ?? '',
  services: [
    ...profile.providedServices.map(({ _id }) => _id),
    ...profile.requests.flatMap(({ kind, service }) => (kind === 'service' ? service._id : [])),
  ].sort(),
  enableGpsLocation: profile.enableGpsLocation,
  homeLocation: profile.homeLocation,
})

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The changed fields. Only these are stored as a draft and sent, so that changes by others are not overwritten. */
export const changesOf = (initial: Values, now: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries({ ...now, services: [...now.services].sort() }).filter(
      ([name, value]) => !isSame(value, initial[name as keyof Values]),
    ),
  )
