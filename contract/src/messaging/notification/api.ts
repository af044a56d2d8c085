import { z } from 'zod'
import { PushSubscription } from '../../people/user/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, noFields, Time, TimeZone } from '../../platform/kit/schema.ts'

/**
 * Kinds of notifications, which a member can turn off one by one. server/src/messaging/notification/audience.ts decides
 * who receives which.
 */
export const notificationKinds = ['created', 'shared', 'updated', 'archived', 'deleted', 'status'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'form.invalid' })

/** Local hours of the day. If `to` is earlier than `from`, the hours last past midnight. */
export const QuietHours = z
  .object({ from: ClockTime, to: ClockTime, timeZone: TimeZone.unwrap() })
  .refine(({ from, to }) => from !== to, { error: 'form.invalid', path: ['to'] })
export type QuietHours = z.infer<typeof QuietHours>

export const NotificationPreferences = z.object({
  off: z.array(NotificationKind).max(notificationKinds.length),
  quiet: QuietHours.nullable(),
  /** Whether high alarms are sent during quiet hours. */
  isHighLoud: z.boolean(),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const Notifications = NotificationPreferences.extend({
  /** True if the member sent STOP from this number: it then gets no text messages except alarms. */
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

/** Message as a device receives it. Pressing it opens `url`. */
export const PushPayload = z.object({
  data: z.object({
    action: z.string(),
    text: z.string(),
    url: z.string().optional(),
    language: z.string().optional(),
    /** A message replaces the message with the same tag on the device. */
    tag: z.string().optional(),
    /** Token of an alarm notice, and label of the button that acknowledges the alarm. */
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
