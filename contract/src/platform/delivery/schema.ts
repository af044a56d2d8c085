import { z } from 'zod'
import { Language } from '../language/language.ts'

/** All ways out of the server. A channel of the delivery queue has one of these names. */
export const deliveryChannels = ['push', 'email', 'sms', 'webhook'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

export const memberChannels = ['push', 'email', 'sms'] as const
export const MemberChannel = z.enum(memberChannels)
export type MemberChannel = z.infer<typeof MemberChannel>

export const deliveryStates = ['waiting', 'sent', 'delivered', 'failed', 'seen', 'expired'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/** A message to a member that each member channel can carry: a sentence in every language, and the page that it opens. */
export const MemberMessage = z.object({
  /** Kind of message, for the page. */
  action: z.string().max(50),
  texts: z.record(Language, z.string().max(500)),
  path: z.string().startsWith('/').max(500),
  /** Path opened from a device notification, if different. */
  devicePath: z.string().startsWith('/').max(500).optional(),
  tag: z.string().max(100).optional(),
  /** Quiet hours give way to it, if the member chose so. */
  isUrgent: z.boolean().optional(),
  /**
   * A link whose token is created on sending, so that the queue holds none. Replaces `path` of servers of 1.1. `id`
   * names the token; `buttonLabels` adds a button that acknowledges an alarm notice.
   */
  tokenLink: z
    .object({
      id: z.string().max(100),
      path: z.string().startsWith('/').max(100),
      buttonLabels: z.record(Language, z.string().max(50)).optional(),
    })
    .optional(),
  /** The button of messages that servers of 1.1 enqueued. A message with a button is not merged with others. */
  button: z.object({ labels: z.record(Language, z.string().max(50)), notice: z.string().max(100) }).optional(),
})
export type MemberMessage = z.infer<typeof MemberMessage>
