import { z } from 'zod'
import { Id, LngLat, NameTranslations, required, requiredHtml, translationsOf } from '../../platform/kit/schema.ts'

export const CommunityChange = z.object({
  title: required(200),
  translations: translationsOf({ title: 200 }).optional(),
})

const shape = {
  name: required(200),
  translations: translationsOf({ name: 200, description: 100_000 }),
  description: requiredHtml(100_000),
  location: required(500),
  position: LngLat.nullable(),
  selectedLocalmap: Id.nullable(),
  adminId: Id.nullable(),
}

export const GroupDraft = z.object({
  ...shape,
  translations: shape.translations.default({}),
  communityId: Id,
  position: shape.position.optional(),
  selectedLocalmap: shape.selectedLocalmap.optional(),
  adminId: shape.adminId.optional(),
})
export type GroupDraft = z.infer<typeof GroupDraft>

export const GroupChange = z.object({ ...shape, communityId: Id }).partial()
export type GroupChange = z.infer<typeof GroupChange>

/** A member of the service or a visitor, not both. */
export const NewGroupMember = z
  .object({ memberId: Id.optional(), visitorId: Id.optional() })
  .refine(({ memberId, visitorId }) => (memberId === undefined) !== (visitorId === undefined), {
    error: 'form.required',
    path: ['memberId'],
  })

const Target = z.number().int().min(1).max(1_000_000)

/** A criterion counts log entries with an action or reports of an event type. */
export const NewCriterion = z
  .object({
    name: required(200),
    translations: NameTranslations.default({}),
    target: Target,
    actionId: Id.optional(),
    publicActionId: Id.optional(),
  })
  .refine(({ actionId, publicActionId }) => (actionId === undefined) !== (publicActionId === undefined), {
    error: 'form.required',
    path: ['actionId'],
  })
export type NewCriterion = z.infer<typeof NewCriterion>

export const CriterionChange = z.object({
  name: required(200).optional(),
  translations: NameTranslations.optional(),
  target: Target.optional(),
  actionId: Id.optional(),
  publicActionId: Id.optional(),
})
export type CriterionChange = z.infer<typeof CriterionChange>
