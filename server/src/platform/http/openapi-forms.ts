import { z } from 'zod'
import { documentedFormOf, type Endpoint, heldBy } from '#contract'

/**
 * Documented schema of a JSON part. Generated clients cannot send unions and null in forms (`orval` writes code that does
 * not compile), so the document shows only the first member of a union, without null.
 */
const shown = (held: z.ZodType): z.ZodType => {
  if (held instanceof z.ZodNullable) return shown(held.unwrap() as z.ZodType)
  if (held instanceof z.ZodUnion) return shown(held.options[0] as z.ZodType)
  const items = held instanceof z.ZodArray && documentedFormOf(held.element as z.ZodType)
  return items ? held.clone({ ...held.def, element: items }) : held
}

/** Documented schema of a part: the JSON inside the text, not the text. */
const described = (part: z.ZodType): z.ZodType => {
  const held = heldBy(part)
  if (held) return shown(held)
  if (part instanceof z.ZodOptional) return described(part.unwrap() as z.ZodType).optional()
  if (part instanceof z.ZodDefault) return described(part.unwrap() as z.ZodType).default(part.def.defaultValue)
  if (part instanceof z.ZodUnion) return described(part.options[0] as z.ZodType)
  return part
}

/** Whether the parser reads JSON from the part, including forms that the document does not show. */
export const holdsJson = (part: z.ZodType): boolean => {
  if (part instanceof z.ZodOptional || part instanceof z.ZodDefault) return holdsJson(part.unwrap() as z.ZodType)
  if (part instanceof z.ZodUnion) return part.options.some((option) => holdsJson(option as z.ZodType))
  return heldBy(part) !== undefined
}

const showsJson = (part: z.ZodType): boolean => {
  if (part instanceof z.ZodOptional || part instanceof z.ZodDefault) return showsJson(part.unwrap() as z.ZodType)
  return holdsJson(part instanceof z.ZodUnion ? (part.options[0] as z.ZodType) : part)
}

export type Form = { schema: z.ZodType; encoding: Record<string, { contentType: string }> }

export const formOf = ({ body, files = [], needsFile }: Endpoint): Form => {
  const parts: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {}
  const texts = Object.entries(parts).map(([name, part]) => {
    if (!holdsJson(part)) return [name, part]
    const text = described(part)
    const notes = [part.description, part.safeParse('null').success && 'The text null for none']
    const description = notes.filter(Boolean).join('. ')
    return [name, description ? text.describe(description) : text]
  })
  const file = z.string().meta({ format: 'binary' })
  const json = Object.keys(parts).filter((name) => showsJson(parts[name] as z.ZodType))
  return {
    schema: z.object({
      ...Object.fromEntries(texts),
      ...Object.fromEntries(files.map((name) => [name, needsFile ? file : file.optional()])),
    }),
    encoding: Object.fromEntries(json.map((name) => [name, { contentType: 'application/json' }])),
  }
}
