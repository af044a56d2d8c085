import { z } from 'zod'
import { Nonce } from '../../core/aoi/log/api.ts'
import { FoundPlace, placeApi } from '../../geo/places/api.ts'
import { Email } from '../../people/mail/api.ts'
import { PushSubscription } from '../../people/user/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, noFields, required, Time, trimmed } from '../../platform/kit/schema.ts'
import { Language } from '../../platform/language/language.ts'
import { ReporterFeedback, ReporterTexts } from './progress.ts'
import {
  FollowAddress,
  FollowPageData,
  FollowToken,
  PublicPage,
  PublicReport,
  PublicToken,
  SentReport,
  Subscription,
} from './schema.ts'

export const PublicLink = z.object({
  link: z.string(),
  createdAt: Time,
  alertedAt: Time.nullable(),
  isEmpty: z.boolean(),
  /** Whether reports wait for a review instead of becoming events at once. */
  holdsReports: z.boolean(),
})
export type PublicLink = z.infer<typeof PublicLink>

const LinkParams = z.object({ link: PublicToken })

/** Endpoints for visitors, who have no account and no API key, but a public link or a follow link. */
export const visitorApi = {
  publicLink: {
    method: 'POST',
    path: '/user/invite-public-user',
    summary: 'Read the public link of one’s service. Created if it does not exist',
    needs: 'publicLink.read',
    reply: PublicLink,
  },
  replaceLink: {
    method: 'POST',
    path: '/user/invite-public-user/replace',
    summary: 'Replace the public link. Posters with the old link stop working',
    needs: 'publicLink.replace',
    reply: PublicLink,
  },
  changeLink: {
    method: 'PATCH',
    path: '/user/invite-public-user',
    summary: 'Set whether reports through the public link are accepted at once or held for review',
    needs: 'publicLink.replace',
    body: z.object({ holdsReports: z.boolean() }),
    reply: PublicLink,
  },
  texts: {
    method: 'GET',
    path: '/reporter-texts',
    summary: 'Read the service’s own texts for reporters at each step; empty ones use the default',
    needs: 'publicLink.replace',
    reply: ReporterTexts,
  },
  changeTexts: {
    method: 'PATCH',
    path: '/reporter-texts',
    summary: 'Set the texts that reporters read at each step. An empty text restores the default',
    needs: 'publicLink.replace',
    body: ReporterTexts,
    reply: ReporterTexts,
  },
  page: {
    method: 'GET',
    path: '/public/:link',
    summary: 'List the event types that a visitor can report, and the open activities',
    needs: 'link',
    params: LinkParams,
    reply: PublicPage,
  },
  search: {
    method: 'GET',
    path: '/public/:link/places',
    cost: 3,
    summary: 'Places by name, for the place of a report',
    needs: 'link',
    params: LinkParams,
    query: placeApi.search.query,
    reply: z.array(FoundPlace),
  },
  reverse: {
    method: 'GET',
    path: '/public/:link/address',
    summary: 'Address of a point; null if nothing is near',
    needs: 'link',
    params: LinkParams,
    query: placeApi.reverse.query,
    reply: placeApi.reverse.reply,
  },
  report: {
    method: 'POST',
    path: '/public/:link/report',
    summary: 'Send a report. A repeat with the same nonce and key creates no second one',
    needs: 'link',
    params: LinkParams,
    body: PublicReport,
    files: ['file'],
    reply: SentReport,
  },
  subscribe: {
    method: 'POST',
    path: '/public/:link/activities/:id/subscribe',
    summary: 'Subscribe to an activity that is open to the public',
    needs: 'link',
    params: LinkParams.extend({ id: Id }),
    body: Subscription,
    reply: FollowAddress,
  },
  forget: {
    method: 'POST',
    path: '/public/:link/forget',
    summary: 'Make this device forget its visitor. Reports and the follow address stay',
    needs: 'link',
    params: LinkParams,
    reply: noFields,
  },
  follow: {
    method: 'GET',
    path: '/follow',
    summary: 'Read a visitor’s reports and activities: number, status and unrestricted entries',
    needs: 'link',
    query: FollowAddress,
    reply: FollowPageData,
  },
  answer: {
    method: 'POST',
    path: '/follow/answer',
    summary: 'Write to the service, on one’s own report or an activity one has subscribed to',
    needs: 'link',
    body: z.object({ follow: FollowToken, aoiId: Id, text: required(5000), nonce: Nonce }),
    reply: FollowPageData,
  },
  addPhoto: {
    method: 'POST',
    path: '/follow/photo',
    summary: 'Add a photo to one’s own report. It is held for review if reports are',
    needs: 'link',
    body: z.object({ follow: FollowToken, aoiId: Id, text: trimmed(5000).default(''), nonce: Nonce }),
    files: ['file'],
    needsFile: true,
    reply: FollowPageData,
  },
  close: {
    method: 'POST',
    path: '/follow/close',
    summary: 'Close one’s own report; an event that the team works on, or that others reported too, stays open',
    needs: 'link',
    body: z.object({ follow: FollowToken, aoiId: Id }),
    reply: FollowPageData,
  },
  rate: {
    method: 'POST',
    path: '/follow/rate',
    summary: 'Thank the team for one’s own report, or say that it is not resolved, which reopens it',
    needs: 'link',
    body: z.object({
      follow: FollowToken,
      aoiId: Id,
      feedback: ReporterFeedback.exclude(['closed']),
      text: trimmed(5000).default(''),
      nonce: Nonce,
    }),
    reply: FollowPageData,
  },
  setEmail: {
    method: 'POST',
    path: '/follow/email',
    summary: 'Request updates by e-mail. A code is mailed to the address',
    needs: 'link',
    body: z.object({ follow: FollowToken, email: Email, language: Language }),
    reply: FollowPageData,
  },
  confirmEmail: {
    method: 'POST',
    path: '/follow/email/confirm',
    summary: 'Confirm the address with the mailed code. Updates start',
    needs: 'link',
    body: z.object({
      follow: FollowToken,
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, { error: 'form.invalid' }),
    }),
    reply: FollowPageData,
  },
  stopEmail: {
    method: 'POST',
    path: '/follow/email/stop',
    summary: 'Stop updates by e-mail and delete the address',
    needs: 'link',
    body: FollowAddress,
    reply: FollowPageData,
  },
  unsubscribe: {
    method: 'POST',
    path: '/follow/unsubscribe/:token',
    summary: 'Stop updates by e-mail with the button of a mail program (List-Unsubscribe)',
    needs: 'link',
    params: z.object({ token: FollowToken }),
    reply: noFields,
  },
  setDevice: {
    method: 'POST',
    path: '/follow/device',
    summary: 'Get notifications about one’s reports on a device',
    needs: 'link',
    body: z.object({ follow: FollowToken, device: PushSubscription, language: Language }),
    reply: FollowPageData,
  },
  stopDevice: {
    method: 'POST',
    path: '/follow/device/stop',
    summary: 'Stop notifications on a device',
    needs: 'link',
    body: z.object({ follow: FollowToken, endpoint: PushSubscription.shape.endpoint }),
    reply: FollowPageData,
  },
  leave: {
    method: 'POST',
    path: '/follow/leave',
    summary: 'Leave an activity',
    needs: 'link',
    body: z.object({ follow: FollowToken, aoiId: Id }),
    reply: FollowPageData,
  },
  erase: {
    method: 'POST',
    path: '/follow/erase',
    summary: 'Erase a visitor’s name and phone number. Reports stay without them; the follow address stops working',
    needs: 'link',
    body: FollowAddress,
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
