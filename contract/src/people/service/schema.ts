import { z } from 'zod'
import { Id, type LngLat } from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'

export const ServiceColours = z.object({
  primary: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
})

/** Map view for devices without a stored one: west, south, east and north in degrees. */
export const HomeArea = z
  .tuple([
    z.number().min(-180).max(180),
    z.number().min(-90).max(90),
    z.number().min(-180).max(180),
    z.number().min(-90).max(90),
  ])
  .refine(([west, south, east, north]) => west < east && south < north, { error: 'form.invalid' })
export type HomeArea = z.infer<typeof HomeArea>

/** An organisation on the server (tenant). */
export const ServiceName = z.object({
  _id: Id,
  title: z.string(),
  translations: Translations,
  logo: z.string().nullable(),
})
export type ServiceName = z.infer<typeof ServiceName>

export const PublicService = z.object({
  title: z.string(),
  translations: Translations,
  logo: z.string().nullable(),
  colours: ServiceColours,
})
export type PublicService = z.infer<typeof PublicService>

/** Degrees of latitude to each side of the centre, enough for a town and its surroundings. */
const REACH = 0.07

export const areaAround = ([lng, lat]: LngLat): HomeArea => {
  const reachLng = REACH / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  const rounded = (degrees: number) => Number(degrees.toFixed(4))
  return [
    rounded(Math.max(-180, lng - reachLng)),
    rounded(Math.max(-90, lat - REACH)),
    rounded(Math.min(180, lng + reachLng)),
    rounded(Math.min(90, lat + REACH)),
  ]
}
