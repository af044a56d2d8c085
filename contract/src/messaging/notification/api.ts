import { z } from 'zod'
import { PushSubscription } from '../../people/user/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, noFields, Time, TimeZone } from '../../platform/kit/schema.ts'

/** The kinds of notifications; a member can turn each off. Who receives which: server/src/messaging/notification/audience.ts. */
export const notificationKinds = ['created', 'shared', 'updated', 'archived', 'deleted', 'status'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'form.invalid' })

/** From one time of the day to another. If the second is earlier, the hours last past midnight. */
export const QuietHours = z
  .object({ from: ClockTime, to: ClockTime, timeZone: TimeZone.unwrap() })
  .refine(({ from, to }) => from !== to, { error: 'form.invalid', path: ['to'] })
export type QuietHours = z.infer<typeof QuietHours>

export const NotificationPreferences = z.object({
  off: z.array(NotificationKind).max(notificationKinds.length),
  quiet: QuietHours.nullable(),
  /** Whether quiet hours give way to high alarms. */
  isHighLoud: z.boolean(),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const Notifications = NotificationPreferences.extend({
  /** The member's number wrote STOP: it gets no text messages except alarms. */
  textsStopped: z.boolean(),
  devices: z.array(
    z.object({
      _id: Id,
      isCurrent: z.boolean(),
      createdAt: Time,
      lastDeliveredAt: Time.nullable(),
      waiting: z.number().int(),
      lastProblem: z.string().nullable(),
    }),
  ),
})
export type Notifications = z.infer<typeof Notifications>

/** The message as a device receives it. `url` is the page that a press on it opens. */
export const PushPayload = z.object({
  data: z.object({
    action: z.string(),
    text: z.string(),
    url: z.string().optional(),
    language: z.string().optional(),
    /** Messages with the same tag replace each other on a device. */
    tag: z.string().optional(),
    /** The token of an alarm notice and the label of the button that acknowledges it. */
    notice: z.string().optional(),
    button: z.string().optional(),
  }),
})
export type PushPayload = z.infer<typeof PushPayload>

export const notificationApi = {
  read: {
    method: 'GET',
    path: '/user/notifications',
    summary: 'Read one’s notification settings and quiet hours, and the results of deliveries to one’s devices',
    needs: 'profile.read',
    reply: Notifications,
  },
  change: {
    method: 'PATCH',
    path: '/user/notifications',
    summary: 'Set one’s notifications and quiet hours',
    needs: 'profile.edit',
    body: NotificationPreferences.partial(),
    reply: Notifications,
  },
  sendTest: {
    method: 'POST',
    path: '/user/notifications/test',
    cost: 10,
    summary: 'Send a test to all of one’s devices. Returns their number',
    needs: 'profile.edit',
    reply: z.object({ devices: z.number().int() }),
  },
  forgetDevice: {
    method: 'POST',
    path: '/user/unregister-device',
    summary: 'Stop notifications on this device',
    needs: 'profile.edit',
    body: z.object({ endpoint: PushSubscription.shape.endpoint }),
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
