import type { Generated } from 'kysely'
import type {
  ActionUnit,
  DefaultView,
  HomeArea,
  Language,
  LngLat,
  Question,
  StarterSetName,
  Translations,
} from '#contract'
import type {
  Derived,
  Json,
  JsonDefault,
  MomentNow,
  MomentOrNull,
  PolygonCoordinates,
  ServiceOfParent,
} from './columns.ts'

export interface ServiceTable {
  id: string
  title: string
  logoFileId: string | null
  colours: JsonDefault<{ primary?: string }>
  translations: JsonDefault<Translations>
  terms: JsonDefault<{ [L in Language]?: string }>
  termsUpdatedAt: MomentOrNull
  chatTemplate: string | null
  requiresSecondFactor: Generated<boolean>
  mainLanguage: Generated<Language>
  homeArea: JsonDefault<HomeArea> | null
  map: JsonDefault<MapSettings>
  geocoder: JsonDefault<GeocoderSettings>
  createdAt: MomentNow
  updatedAt: MomentNow
  deletedAt: MomentOrNull
}

/** `token` is part of the address under which pages load the style. */
export type MapSettings = { styleUrl?: string; token?: string; key?: string; center?: LngLat; zoom?: number }
export type GeocoderSettings = { url?: string; key?: string }

export type StarterKind = 'role' | 'action' | 'eventType' | 'metric' | 'community' | 'rule'

export interface StarterItemTable {
  serviceId: string
  setName: StarterSetName
  kind: StarterKind
  itemId: string
}

export interface ServerSettingTable {
  onlyRow: Generated<boolean>
  name: Generated<string>
  offlineMode: Generated<boolean>
  map: JsonDefault<MapSettings>
  geocoder: JsonDefault<GeocoderSettings>
  updatedAt: MomentNow
}

export interface SecretTable {
  name: string
  value: Json<unknown>
  createdAt: MomentNow
}

export interface FileTable {
  id: string
  token: string
  serviceId: string | null
  kind: FileKind
  mime: string
  bytes: number
  width: number | null
  height: number | null
  variants: JsonDefault<FileVariant[]>
  createdAt: MomentNow
  /** When the last reference to the file was removed; set by triggers. */
  detachedAt: Derived<Date | null>
}

export type FileKind = 'image' | 'audio' | 'video'
export type FileVariant = { name: string; mime: string; width: number; height: number; bytes: number }

export interface RoleTable {
  id: string
  serviceId: string
  name: string
  translations: JsonDefault<Translations>
  isViewer: Generated<boolean>
  defaultView: Generated<DefaultView>
  defaultMetrics: Generated<string[]>
  sortOrder: Generated<number>
  archivedAt: Date | null
  createdAt: MomentNow
  updatedAt: MomentNow
}

export interface ActionTable {
  id: string
  serviceId: string
  name: string
  translations: JsonDefault<Translations>
  unit: ActionUnit
  value: Generated<string>
  isAutoSharing: Generated<boolean>
  autoShareRoleId: string | null
  isCustomValue: Generated<boolean>
  setOfValuesEnabled: Generated<boolean>
  values: Generated<string[]>
  sortOrder: Generated<number>
  createdAt: MomentNow
  updatedAt: MomentNow
  archivedAt: MomentOrNull
}

export interface RoleActionTable {
  roleId: string
  serviceId: ServiceOfParent
  actionId: string
  label: string | null
  translations: JsonDefault<Translations>
  customValue: string | null
  sortOrder: Generated<number>
}

export interface EventTypeTable {
  id: string
  serviceId: string
  name: string
  translations: JsonDefault<Translations>
  guide: Generated<string>
  url: string | null
  responsibleRoleId: string | null
  anonymous: Generated<boolean>
  isPhotoRequired: Generated<boolean>
  twinRadiusMetres: Generated<number>
  twinHours: Generated<number>
  unit: Generated<ActionUnit>
  value: Generated<string>
  icon: Generated<string>
  colour: Generated<string>
  sortOrder: Generated<number>
  createdAt: MomentNow
  updatedAt: MomentNow
  archivedAt: MomentOrNull
}

export interface RoleEventTypeTable {
  roleId: string
  serviceId: ServiceOfParent
  eventTypeId: string
  sortOrder: Generated<number>
}

export interface QuestionTable {
  id: string
  eventTypeId: string
  serviceId: ServiceOfParent
  name: string
  kind: Generated<Question['kind']>
  choices: Generated<string[]>
  value: Generated<string>
  translations: JsonDefault<Translations>
  isRequired: Generated<boolean>
  sortOrder: Generated<number>
  createdAt: MomentNow
  archivedAt: MomentOrNull
}

export interface RegionTable {
  id: string
  serviceId: string
  name: string
  translations: JsonDefault<Translations>
  coordinates: Json<PolygonCoordinates>
  outline: Derived<string>
  west: Derived<number>
  south: Derived<number>
  east: Derived<number>
  north: Derived<number>
  sortOrder: Generated<number>
  createdAt: MomentNow
  updatedAt: MomentNow
}

export interface LocalMapTable {
  id: string
  serviceId: string
  regionId: string | null
  name: string
  translations: JsonDefault<Translations>
  imageFileId: string | null
  originX: number
  originY: number
  width: number
  height: number
  rotation: Generated<number>
  opacity: Generated<number>
  sortOrder: Generated<number>
  createdAt: MomentNow
  updatedAt: MomentNow
}

export interface MetricTable {
  id: string
  serviceId: string
  name: string
  shortName: string
  translations: JsonDefault<Translations>
  metricType: 'BY_USERS' | 'BY_POSTS'
  metricCountType: 'COUNT_POSTS' | 'CALCULATE'
  isAdminOnly: Generated<boolean>
  conditions: JsonDefault<unknown[]>
  sortOrder: Generated<number>
  createdAt: MomentNow
  updatedAt: MomentNow
}

export interface NoticeTable {
  id: string
  text: string
  translations: JsonDefault<Translations>
  createdBy: string | null
  createdAt: MomentNow
  expiresAt: MomentOrNull
}
