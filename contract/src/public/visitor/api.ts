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
  /** Reports wait for a review instead of becoming events at once. */
  holdsReports: z.boolean(),
})
export type PublicLink = z.infer<typeof PublicLink>

const LinkParams = z.object({ link: PublicToken })

/** Visitors have no account or API key; the public link or their follow address opens these. */
export const visitorApi = {
  publicLink: {
    method: 'POST',
    path: '/user/invite-public-user',
    summary: 'The public link of one’s service; made when there is none yet',
    needs: 'publicLink.read',
    reply: PublicLink,
  },
  replaceLink: {
    method: 'POST',
    path: '/user/invite-public-user/replace',
    summary: 'Replace the public link: what hangs on posters stops working',
    needs: 'publicLink.replace',
    reply: PublicLink,
  },
  changeLink: {
    method: 'PATCH',
    path: '/user/invite-public-user',
    summary: 'Choose whether reports through the public link are accepted at once or held for review',
    needs: 'publicLink.replace',
    body: z.object({ holdsReports: z.boolean() }),
    reply: PublicLink,
  },
  texts: {
    method: 'GET',
    path: '/reporter-texts',
    summary: 'What reporters of one’s service are told at each step, where it is not the usual text',
    needs: 'publicLink.replace',
    reply: ReporterTexts,
  },
  changeTexts: {
    method: 'PATCH',
    path: '/reporter-texts',
    summary: 'Choose what reporters are told at each step; an empty text brings the usual one back',
    needs: 'publicLink.replace',
    body: ReporterTexts,
    reply: ReporterTexts,
  },
  page: {
    method: 'GET',
    path: '/public/:link',
    summary: 'What a visitor can report here, and which activities are open to it',
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
    summary: 'The address of a point; null when nothing is near',
    needs: 'link',
    params: LinkParams,
    query: placeApi.reverse.query,
    reply: placeApi.reverse.reply,
  },
  report: {
    method: 'POST',
    path: '/public/:link/report',
    summary: 'Send a report; sent again with the same nonce and key it is still one',
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
    summary: 'Let this device forget its visitor; what was sent stays, and so does its follow address',
    needs: 'link',
    params: LinkParams,
    reply: noFields,
  },
  follow: {
    method: 'GET',
    path: '/follow',
    summary: 'What became of a visitor’s reports and activities: number, status and unrestricted entries',
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
    summary: 'Add a photo to one’s own report; it waits for a review where reports do',
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
    summary: 'Say thanks for what was done about one’s own report, or that it is not solved: then it is open again',
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
    summary: 'Ask for updates by e-mail: a code is mailed to the address',
    needs: 'link',
    body: z.object({ follow: FollowToken, email: Email, language: Language }),
    reply: FollowPageData,
  },
  confirmEmail: {
    method: 'POST',
    path: '/follow/email/confirm',
    summary: 'Confirm the address by the code that was mailed to it; updates begin',
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
    summary: 'End the updates by e-mail and erase the address',
    needs: 'link',
    body: FollowAddress,
    reply: FollowPageData,
  },
  unsubscribe: {
    method: 'POST',
    path: '/follow/unsubscribe/:token',
    summary: 'End the updates by e-mail with the button of a mail program (List-Unsubscribe)',
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
    summary: 'End the notifications on a device',
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
    summary: 'Erase a visitor’s name and phone number; reports stay without them, and the follow address ends',
    needs: 'link',
    body: FollowAddress,
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
