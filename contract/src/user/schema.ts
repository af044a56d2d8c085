import { z } from 'zod'
import { DefaultView, RoleAction } from '../role/api.ts'
import { Id, Language, LngLat, required, Time } from '../schema.ts'
import { ServiceColours, ServiceName } from '../service/api.ts'
import { userTypes } from '../subject.ts'

export const UserTypeName = z.enum(userTypes)

/** A phone number as people write it; digits decide. */
export const Phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^(\+?[\d\s().-]{5,})?$/, { error: 'form.phone' })

const Named = z.object({ _id: Id, name: z.string() })
const Titled = z.object({ _id: Id, title: z.string() })

/** What a member asked for and may not take: another role, or to see another service (behaviour 35). */
export const OwnRequest = z.object({
  _id: Id,
  kind: z.enum(['role', 'service']),
  role: Named.nullable(),
  /** Whose Admins decide. */
  service: Titled,
  createdAt: Time,
})
export type OwnRequest = z.infer<typeof OwnRequest>

/** The same, as those see it who decide. */
export const ApprovalRequest = OwnRequest.extend({
  user: z.object({
    _id: Id,
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    photo: z.string().nullable(),
    role: Named.nullable(),
    service: Titled,
  }),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

/** The signed-in member, as the shell needs it. */
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
  role: Named.extend({ isViewer: z.boolean(), defaultView: DefaultView, actions: z.array(RoleAction) }).nullable(),
  service: ServiceName.extend({
    colours: ServiceColours,
    /** What chat links are made from; null is as usual. */
    chatTemplate: z.string().nullable(),
    /** The service's own map style, as a path of this server; null is the server's. */
    styleUrl: z.string().nullable(),
  }),
  providedServices: z.array(ServiceName),
  /** What waits for a decision. */
  requests: z.array(OwnRequest),
  allowCsvDownload: z.boolean(),
  enableGpsLocation: z.boolean(),
  homeLocation: LngLat.nullable(),
  homeAddress: z.string().nullable(),
  location: LngLat.nullable(),
  language: Language.nullable(),
  mustChangePassword: z.boolean(),
  timeTermsOfUseAgreed: Time.nullable(),
  createdAt: Time,
})
export type Profile = z.infer<typeof Profile>

export const ProfileChange = z.object({
  firstName: required(100).optional(),
  lastName: required(100).optional(),
  description: z.string().max(20_000).optional(),
  phone: Phone.min(1).optional(),
  /** Another role is asked for and not taken. */
  role: Id.optional(),
  enableGpsLocation: z.boolean().optional(),
  homeLocation: LngLat.nullable().optional(),
  language: Language.optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** A member as the team's lists show it. */
export const Member = z.object({
  _id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photo: z.string().nullable(),
  phone: z.string().nullable(),
  type: UserTypeName,
  role: Named.nullable(),
  service: Titled,
  isOnline: z.boolean(),
  createdAt: Time,
  /** The first of the AOIs that are shared with it and not done, and how many there are. */
  aois: z.array(z.object({ _id: Id, nonce: z.string(), name: z.string() })).max(1),
  aoisCount: z.number().int(),
  /** Where it is, while it shares that. */
  location: LngLat.nullable(),
  locationAt: Time.nullable(),
})
export type Member = z.infer<typeof Member>

export const MemberGroup = z.object({ _id: z.string(), title: z.string(), count: z.number().int(), users: z.array(Id) })
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
  providedServices: z.array(Titled),
  allowCsvDownload: z.boolean(),
  isServerOwner: z.boolean(),
  /** The newest of what it logged, on AOIs that the caller can see. */
  aoiLogs: z.array(z.object({ aoiName: z.string(), logText: z.string(), nonce: z.string(), datetime: Time })),
})
export type MemberDetails = z.infer<typeof MemberDetails>

/** What others set of a member; `isServerOwner` is heard from a server owner only. */
export const MemberChange = z.object({
  type: UserTypeName.optional(),
  role: Id.optional(),
  allowCsvDownload: z.boolean().optional(),
  isServerOwner: z.boolean().optional(),
})
export type MemberChange = z.infer<typeof MemberChange>

/** A member on the map. */
export const MemberPosition = z.object({
  _id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  location: LngLat,
  locationAt: Time,
})
export type MemberPosition = z.infer<typeof MemberPosition>

/** As a browser makes it: where to send to, and the keys that only it can read with. */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: 'form.url' }).max(2000),
  keys: z.object({ p256dh: required(200), auth: required(100) }),
})
