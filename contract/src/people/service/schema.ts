import { z } from 'zod'
import { Id } from '../../platform/kit/schema.ts'
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
