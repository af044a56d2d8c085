import { z } from 'zod'
import { Language } from '../language/language.ts'

/** All ways by which the server sends messages. These are the channel names of the delivery queue. */
export const deliveryChannels = ['push', 'email', 'sms', 'webhook'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

export const memberChannels = ['push', 'email', 'sms'] as const
export const MemberChannel = z.enum(memberChannels)
export type MemberChannel = z.infer<typeof MemberChannel>

export const deliveryStates = ['waiting', 'sent', 'delivered', 'failed', 'seen', 'expired'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/**
 * A message to a member that every member channel can carry: a sentence in each language and the page that it opens.
 */
export const MemberMessage = z.object({
  /** Kind of message, for the page that receives it. */
  action: z.string().max(50),
  texts: z.record(Language, z.string().max(500)),
  path: z.string().startsWith('/').max(500),
  /** Path that a device notification opens, if not `path`. */
  devicePath: z.string().startsWith('/').max(500).optional(),
  tag: z.string().max(100).optional(),
  /** Sent also in quiet hours, if the member chose that for high alarms. */
  isUrgent: z.boolean().optional(),
  /**
   * A link whose token is created on sending, so that the queue holds no token; replaces `path`, which servers of 1.1
   * use. `id` names the token; `buttonLabels` adds a button that acknowledges an alarm notice.
   */
  tokenLink: z
    .object({
      id: z.string().max(100),
      path: z.string().startsWith('/').max(100),
      buttonLabels: z.record(Language, z.string().max(50)).optional(),
    })
    .optional(),
  /** Button of messages enqueued by servers of 1.1. Messages with a button are not merged with others. */
  button: z.object({ labels: z.record(Language, z.string().max(50)), notice: z.string().max(100) }).optional(),
})
export type MemberMessage = z.infer<typeof MemberMessage>
