import { z } from 'zod'
import { EventType, EventTypeChange, EventTypeDraft } from '../../core/event-type/api.ts'
import { LocalMap, LocalMapPosition, Region, RegionChange, RegionDraft } from '../../core/region/api.ts'
import { HomeArea, ServiceColours, ServiceName } from '../../people/service/schema.ts'
import { NewPassword, Username } from '../../people/session/api.ts'
import { PERSON_NAME_MAX } from '../../people/user/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import {
  documentedAs,
  Id,
  idParams,
  isOwnPath,
  isWebAddress,
  jsonText,
  noFields,
  required,
  trimmed,
  WebAddress,
} from '../../platform/kit/schema.ts'
import { DEFAULT_LANGUAGE, Language, Translations } from '../../platform/language/language.ts'
import { StarterSetName } from '../starter/api.ts'

const beginning = {
  /** Language in which texts are required. It is shown where a text lacks the reader's language. */
  mainLanguage: Language.default(DEFAULT_LANGUAGE),
  homeArea: HomeArea.nullable().default(null),
  starterSet: StarterSetName.nullable().default(null),
}
export const ServiceBeginning = z.object(beginning)
export type ServiceBeginning = z.infer<typeof ServiceBeginning>

export const Service = ServiceName.extend({
  colours: ServiceColours,
  chatTemplate: z.string().nullable(),
  /** Whether Admins and Technicians of the service need a second factor. */
  requiresSecondFactor: z.boolean(),
  mainLanguage: Language,
  homeArea: HomeArea.nullable(),
  regions: z.array(Region),
  localMaps: z.array(LocalMap),
  publicActions: z.array(EventType),
})
export type Service = z.infer<typeof Service>

/** Template of a chat link. `{phone}` is replaced by the number in international form, without its plus. */
export const ChatTemplate = trimmed(500).refine(
  (text) => text === '' || (/^(https:\/\/|tel:|sms:)/i.test(text) && text.includes('{phone}')),
  { error: 'form.chatTemplate' },
)

/**
 * An item in a list of changes: updated if it has an id, created without. Not a union, because errors of a union name
 * the wrong field.
 */
const upsertOf = <Change extends z.ZodType, Draft extends z.ZodType>(changed: Change, created: Draft) =>
  z.unknown().transform((item, context): z.output<Change> | z.output<Draft> => {
    const hasId = typeof item === 'object' && item !== null && '_id' in item
    const { data, error } = hasId ? changed.safeParse(item) : created.safeParse(item)
    for (const issue of error?.issues ?? []) context.issues.push({ ...issue, input: item } as z.core.$ZodRawIssue)
    return error ? z.NEVER : data
  })

const UpsertId = Id.optional().describe(
  'The item to change. Omit it to create one, with all fields that creation requires',
)

const EventTypeUpsert = documentedAs(
  upsertOf(EventTypeChange.extend({ _id: Id }), EventTypeDraft.omit({ service: true })),
  EventTypeChange.extend({ _id: UpsertId }),
)

/** Accepts regions as in replies, too: with a geometry instead of an outline. */
const withOutline = (region: unknown) => {
  const { geometry, coordinates, ...rest } = Object(region) as { geometry?: { coordinates?: unknown } } & {
    coordinates?: unknown
  }
  const outline = coordinates ?? geometry?.coordinates
  return outline === undefined ? rest : { ...rest, coordinates: outline }
}
const RegionUpsert = documentedAs(
  z.preprocess(withOutline, upsertOf(RegionChange.extend({ _id: Id }), RegionDraft.omit({ service: true }))),
  RegionChange.extend({ _id: UpsertId }),
)

/** A plan without `_id` is new: it requires a name, a position, and its picture in the part `localMap`. */
const LocalMapUpsert = z.object({
  _id: Id.optional(),
  name: required(200).optional(),
  position: LocalMapPosition.optional(),
  opacity: z.number().min(0).max(1).optional(),
})

export const ServiceChange = z
  .object({
    title: required(200),
    colours: jsonText(ServiceColours),
    translations: jsonText(Translations),
    /** Empty for the default chat links. */
    chatTemplate: ChatTemplate.transform((text) => text || null),
    removeLogo: z.stringbool(),
    mainLanguage: Language,
    homeArea: jsonText(HomeArea.nullable()),
    requiresSecondFactor: z.stringbool(),
    publicActions: jsonText(z.array(EventTypeUpsert).max(200)),
    regions: jsonText(z.array(RegionUpsert).max(1000)),
    localMaps: jsonText(z.array(LocalMapUpsert).max(1000)),
  })
  .partial()
export type ServiceChange = z.infer<typeof ServiceChange>

export const MapSettings = z.object({ styleUrl: z.string(), geocoderUrl: z.string() })
export type MapSettings = z.infer<typeof MapSettings>
const StyleAddress = trimmed(2000).refine((text) => text === '' || isWebAddress(text) || isOwnPath(text), {
  error: 'form.url',
})
export const MapSettingsChange = z.object({ styleUrl: StyleAddress, geocoderUrl: WebAddress }).partial()

export const MapCheck = z.object({ isWorking: z.boolean(), detail: z.string() })
export type MapCheck = z.infer<typeof MapCheck>

export const NewService = z.object({
  title: required(200),
  username: Username,
  password: NewPassword,
  firstName: required(PERSON_NAME_MAX),
  lastName: trimmed(PERSON_NAME_MAX).default(''),
  ...beginning,
})
export type NewService = z.infer<typeof NewService>

export const ServiceOfServer = ServiceName.extend({ createdAt: z.iso.datetime(), membersCount: z.number().int() })
export type ServiceOfServer = z.infer<typeof ServiceOfServer>

export const serviceApi = {
  visible: {
    method: 'GET',
    path: '/service',
    summary: 'List the services that the caller can see, their own first',
    needs: 'service.list',
    reply: z.array(ServiceName),
  },
  byId: {
    method: 'GET',
    path: '/service/:id',
    summary: 'Read a service with its regions, local maps and event types',
    needs: 'service.read',
    params: idParams,
    reply: Service,
  },
  change: {
    method: 'PATCH',
    path: '/service/:id',
    summary: 'Change one’s own service. Lists are upserts by _id; absent items stay',
    needs: 'service.edit',
    params: idParams,
    body: ServiceChange,
    files: ['logo', 'localMap'],
    reply: Service,
  },
  mapSettings: {
    method: 'GET',
    path: '/service/:id/map',
    summary: 'Read the map style and the geocoder of a service',
    needs: 'mapSettings.edit',
    params: idParams,
    reply: MapSettings,
  },
  changeMapSettings: {
    method: 'PATCH',
    path: '/service/:id/map',
    summary: 'Set the map style and the geocoder of one’s own service. Empty: those of the server',
    needs: 'mapSettings.edit',
    params: idParams,
    body: MapSettingsChange,
    reply: MapSettings,
  },
  checkMap: {
    method: 'POST',
    path: '/service/check-map',
    summary: 'Test a map style or a geocoder. Only public addresses are contacted',
    needs: 'mapSettings.edit',
    body: z.object({ kind: z.enum(['style', 'geocoder']), url: required(2000).and(WebAddress) }),
    reply: MapCheck,
  },
  ofServer: {
    method: 'GET',
    path: '/settings/services',
    summary: 'List all services of this server, for its owner',
    needs: 'service.create',
    reply: z.array(ServiceOfServer),
  },
  create: {
    method: 'POST',
    path: '/service',
    summary: 'Add a service with its first Technician',
    needs: 'service.create',
    body: NewService,
    reply: ServiceOfServer,
  },
  remove: {
    method: 'DELETE',
    path: '/service/:id',
    summary: 'Delete a service. Its members are signed out and its data is hidden at once',
    needs: 'service.delete',
    params: idParams,
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
