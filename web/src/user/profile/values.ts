import type { LngLat, Profile } from '#contract'

/** What the form of a profile holds; language and theme take effect at once and are not among it. */
export type Values = {
  firstName: string
  lastName: string
  phone: string
  description: string
  role: string
  /** Those that are seen, and those that are asked for. */
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

/** Only these are kept as a draft and sent: what others changed meanwhile stays theirs. */
export const changesOf = (initial: Values, now: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries({ ...now, services: [...now.services].sort() }).filter(
      ([name, value]) => !isSame(value, initial[name as keyof Values]),
    ),
  )
