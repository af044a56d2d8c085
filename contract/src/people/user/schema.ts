import { z } from 'zod'
import { userTypes } from '../../platform/access/subject.ts'
import { Id, LngLat, required, Time } from '../../platform/kit/schema.ts'
import { Language, Translations } from '../../platform/language/language.ts'
import { DefaultView, RoleAction } from '../role/api.ts'
import { HomeArea, ServiceColours, ServiceName } from '../service/schema.ts'

export const PERSON_NAME_MAX = 100

export const UserTypeName = z.enum(userTypes)

export const Phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^(\+?[\d\s().-]{5,})?$/, { error: 'form.phone' })

const RoleName = z.object({ _id: Id, name: z.string(), translations: Translations })
const ServiceTitle = z.object({ _id: Id, title: z.string(), translations: Translations })

export const OwnRequest = z.object({
  _id: Id,
  kind: z.enum(['role', 'service']),
  role: RoleName.nullable(),
  service: ServiceTitle,
  createdAt: Time,
})
export type OwnRequest = z.infer<typeof OwnRequest>

export const ApprovalRequest = OwnRequest.extend({
  user: z.object({
    _id: Id,
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    photo: z.string().nullable(),
    role: RoleName.nullable(),
    service: ServiceTitle,
  }),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

export const Profile = z.object({
  _id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  description: z.string(),
  phone: z.string(),
  photo: z.string().nullable(),
  type: UserTypeName,
  isServerOwner: z.boolean(),
  role: RoleName.extend({ isViewer: z.boolean(), defaultView: DefaultView, actions: z.array(RoleAction) }).nullable(),
  service: ServiceName.extend({
    colours: ServiceColours,
    /** Template of chat links; null for the default links. */
    chatTemplate: z.string().nullable(),
    /** Path on this server of the service's own map style; null for the server's style. */
    styleUrl: z.string().nullable(),
    mainLanguage: Language,
    homeArea: HomeArea.nullable(),
  }),
  providedServices: z.array(ServiceName),
  requests: z.array(OwnRequest),
  allowCsvDownload: z.boolean(),
  enableGpsLocation: z.boolean(),
  homeLocation: LngLat.nullable(),
  homeAddress: z.string().nullable(),
  location: LngLat.nullable(),
  language: Language.nullable(),
  mustChangePassword: z.boolean(),
  /** `isRequired`: the member's service requires a second factor, and until it is on, other requests are rejected. */
  secondFactor: z.object({ isOn: z.boolean(), isRequired: z.boolean(), recoveryCodesLeft: z.number().int() }),
  timeTermsOfUseAgreed: Time.nullable(),
  hidesGettingStarted: z.boolean(),
  createdAt: Time,
})
export type Profile = z.infer<typeof Profile>

export const ProfileChange = z.object({
  firstName: required(PERSON_NAME_MAX).optional(),
  lastName: required(PERSON_NAME_MAX).optional(),
  description: z.string().max(20_000).optional(),
  phone: Phone.min(1).optional(),
  /** A different role becomes a request that other members decide. */
  role: Id.optional(),
  enableGpsLocation: z.boolean().optional(),
  homeLocation: LngLat.nullable().optional(),
  language: Language.optional(),
  hidesGettingStarted: z.boolean().optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

export const Member = z.object({
  _id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photo: z.string().nullable(),
  phone: z.string().nullable(),
  type: UserTypeName,
  role: RoleName.nullable(),
  service: ServiceTitle,
  isOnline: z.boolean(),
  createdAt: Time,
  /** The first AOI that is shared with the member and not done; `aoisCount` is the number of all. */
  aois: z.array(z.object({ _id: Id, nonce: z.string(), name: z.string() })).max(1),
  aoisCount: z.number().int(),
  location: LngLat.nullable(),
  locationAt: Time.nullable(),
})
export type Member = z.infer<typeof Member>

export const MemberGroup = z.object({
  _id: z.string(),
  title: z.string(),
  translations: Translations,
  count: z.number().int(),
  users: z.array(Id),
})
export type MemberGroup = z.infer<typeof MemberGroup>

export const MemberGroups = z.object({
  total: z.array(Member),
  byRole: z.array(MemberGroup),
  byService: z.array(MemberGroup),
})
export type MemberGroups = z.infer<typeof MemberGroups>

export const MemberDetails = Member.extend({
  description: z.string(),
  homeLocation: LngLat.nullable(),
  homeAddress: z.string().nullable(),
  providedServices: z.array(ServiceTitle),
  allowCsvDownload: z.boolean(),
  isServerOwner: z.boolean(),
  /** The member's newest log entries on AOIs that the caller can see. */
  aoiLogs: z.array(
    z.object({
      aoiName: z.string(),
      logText: z.string(),
      translations: Translations,
      nonce: z.string(),
      datetime: Time,
    }),
  ),
})
export type MemberDetails = z.infer<typeof MemberDetails>

/** Fields of a member that other members may change. Only a server owner may change `isServerOwner`. */
export const MemberChange = z.object({
  type: UserTypeName.optional(),
  role: Id.optional(),
  allowCsvDownload: z.boolean().optional(),
  isServerOwner: z.boolean().optional(),
})
export type MemberChange = z.infer<typeof MemberChange>

export const MemberPosition = z.object({
  _id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  location: LngLat,
  locationAt: Time,
})
export type MemberPosition = z.infer<typeof MemberPosition>

/**
 * A browser's push subscription: the address to which messages are sent, and the keys that encrypt them for this
 * browser.
 */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: 'form.url' }).max(2000),
  keys: z.object({ p256dh: required(200), auth: required(100) }),
})
