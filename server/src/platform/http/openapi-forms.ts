import { z } from 'zod'
import { type Endpoint, heldBy } from '#contract'

/** A part of a form as its sender sees it: what it holds, not the text that carries it. */
const described = (part: z.ZodType): z.ZodType => {
  const held = heldBy(part)
  if (held) return held
  if (part instanceof z.ZodOptional) return described(part.unwrap() as z.ZodType).optional()
  if (part instanceof z.ZodDefault) return described(part.unwrap() as z.ZodType).default(part.def.defaultValue)
  if (part instanceof z.ZodUnion) return z.union(part.options.map((option) => described(option as z.ZodType)))
  return part
}

export const holdsJson = (part: z.ZodType): boolean => {
  if (part instanceof z.ZodOptional || part instanceof z.ZodDefault) return holdsJson(part.unwrap() as z.ZodType)
  if (part instanceof z.ZodUnion) return part.options.some((option) => holdsJson(option as z.ZodType))
  return heldBy(part) !== undefined
}

export type Form = { schema: z.ZodType; encoding: Record<string, { contentType: string }> }

/** The form that an endpoint with files takes. */
export const formOf = ({ body, files = [], needsFile }: Endpoint): Form => {
  const parts: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {}
  const texts = Object.entries(parts).map(([name, part]) => {
    if (!holdsJson(part)) return [name, part]
    const text = described(part)
    const description = part.description
    return [name, description ? text.describe(description) : text]
  })
  const file = z.string().meta({ format: 'binary' })
  const json = Object.keys(parts).filter((name) => holdsJson(parts[name] as z.ZodType))
  return {
    schema: z.object({
      ...Object.fromEntries(texts),
      ...Object.fromEntries(files.map((name) => [name, needsFile ? file : file.optional()])),
    }),
    encoding: Object.fromEntries(json.map((name) => [name, { contentType: 'application/json' }])),
  }
}
