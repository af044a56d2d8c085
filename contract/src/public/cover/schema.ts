import { z } from 'zod'
import { pairs } from '../../platform/kit/schema.ts'

/** Maximum number of strokes per request, and of points in all of them. */
const STROKES_MAX = 200
const POINTS_MAX = 5_000
/** Maximum number of words per request. */
const WORDS_MAX = 100

/**
 * A stroke of a round brush. Points are fractions of the picture's width and height; the radius is a fraction of its
 * width.
 */
export const CoverStroke = z.object({
  radius: z.number().min(0.001).max(0.5),
  points: pairs(POINTS_MAX, [0, 1], [0, 1]).refine((points) => points.length > 0, { error: 'form.required' }),
})
export type CoverStroke = z.infer<typeof CoverStroke>

export const CoverStrokes = z
  .array(CoverStroke)
  .min(1)
  .max(STROKES_MAX)
  .refine((strokes) => strokes.reduce((sum, { points }) => sum + points.length, 0) <= POINTS_MAX, {
    error: 'form.tooLong',
  })

export const CoveredWords = z.array(z.string().trim().min(1).max(200)).min(1).max(WORDS_MAX)
