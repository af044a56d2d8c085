import { sql } from 'kysely'
import {
  BASE_PATH,
  isOwnPath,
  isWebAddress,
  type Language,
  type MapSettings,
  type Profile,
  type PublicService,
  type ServiceBeginning,
  type ServiceChange,
  type ServiceName,
  type ServiceOfServer,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { MapSettings as StoredMap } from '../../platform/db/schema/service.ts'
import { swapTexts } from '../../platform/db/swap-texts.ts'
import { addressOfFile } from '../../platform/files/files.ts'
import { newToken } from '../../platform/secret/tokens.ts'

const selectNames = (db: Db) =>
  db
    .selectFrom('service')
    .leftJoin('file', 'file.id', 'service.logoFileId')
    .select(['service.id', 'service.title', 'service.translations', 'file.token as logoToken'])
    .where('service.deletedAt', 'is', null)

type NameRow = { id: string; title: string; translations: ServiceName['translations']; logoToken: string | null }

const asName = (row: NameRow): ServiceName => ({
  _id: row.id,
  title: row.title,
  translations: row.translations,
  logo: row.logoToken && addressOfFile(row.logoToken),
})

export const names = async (db: Db, ids: readonly string[]): Promise<ServiceName[]> => {
  const rows = await selectNames(db).where('service.id', 'in', ids).execute()
  return rows.map(asName).sort((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id))
}

export const otherServices = async (db: Db, than: string): Promise<Omit<ServiceName, 'logo'>[]> => {
  const rows = await selectNames(db).where('service.id', '!=', than).orderBy('service.title').execute()
  return rows.map(({ id, title, translations }) => ({ _id: id, title, translations }))
}

export const publishTerms = async (db: Db, id: string, terms: Record<Language, string>): Promise<void> => {
  await db
    .updateTable('service')
    .set({ terms: JSON.stringify(terms), termsUpdatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export const byId = (db: Db, id: string) =>
  selectNames(db)
    .select([
      'service.colours',
      'service.chatTemplate',
      'service.requiresSecondFactor',
      'service.mainLanguage',
      'service.homeArea',
      'service.terms',
      'service.termsUpdatedAt',
      'service.map',
      'service.geocoder',
    ])
    .where('service.id', '=', id)
    .executeTakeFirst()
    .then((row) => row && { ...row, ...asName(row), serviceId: row.id })

export type StoredService = NonNullable<Awaited<ReturnType<typeof byId>>>

/** Address under which pages load the service's own style; null if it has no valid style. */
export const styleAddress = ({ styleUrl = '', token }: StoredMap): string | null => {
  // Pages load a path on this server directly, so that the server never sends requests to itself.
  if (isOwnPath(styleUrl)) return styleUrl
  return token && isWebAddress(styleUrl) ? `${BASE_PATH}/map/${token}/style.json` : null
}

export const publicService = async (db: Db, serviceId: string): Promise<PublicService | undefined> => {
  const service = await byId(db, serviceId)
  if (!service) return undefined
  const { title, logo, colours, translations } = service
  return { title, logo, colours, translations }
}

export const styleAddressOf = async (db: Db, serviceId: string): Promise<string | null> => {
  const service = await byId(db, serviceId)
  return service ? styleAddress(service.map) : null
}

export const ofMember = (service: StoredService): Profile['service'] => ({
  _id: service._id,
  title: service.title,
  logo: service.logo,
  colours: service.colours,
  translations: service.translations,
  chatTemplate: service.chatTemplate,
  styleUrl: styleAddress(service.map),
  mainLanguage: service.mainLanguage,
  homeArea: service.homeArea,
})

type Fields = Pick<
  ServiceChange,
  'title' | 'colours' | 'translations' | 'chatTemplate' | 'requiresSecondFactor' | 'mainLanguage' | 'homeArea'
>

export const change = async (
  db: Db,
  id: string,
  { title, colours, translations, chatTemplate, requiresSecondFactor, mainLanguage, homeArea }: Fields,
  logoFileId: string | null | undefined,
): Promise<void> => {
  await db
    .updateTable('service')
    .set({
      ...(title !== undefined && { title }),
      ...(colours && { colours: JSON.stringify(colours) }),
      ...(translations && { translations: JSON.stringify(translations) }),
      ...(chatTemplate !== undefined && { chatTemplate }),
      ...(requiresSecondFactor !== undefined && { requiresSecondFactor }),
      ...(mainLanguage && { mainLanguage }),
      ...(homeArea !== undefined && { homeArea: homeArea && JSON.stringify(homeArea) }),
      ...(logoFileId !== undefined && { logoFileId }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export const mapSettings = ({ map, geocoder }: StoredService): MapSettings => ({
  styleUrl: map.styleUrl ?? '',
  geocoderUrl: geocoder.url ?? '',
})

/** Another style gets a new token, so that caches do not mix the two. */
export const changeMapSettings = async (db: Db, service: StoredService, { styleUrl, geocoderUrl }: MapSettings) => {
  const token = styleUrl === service.map.styleUrl ? (service.map.token ?? newToken()) : newToken()
  await db
    .updateTable('service')
    .set({
      map: JSON.stringify(styleUrl ? { styleUrl, token } : {}),
      geocoder: JSON.stringify(geocoderUrl ? { url: geocoderUrl } : {}),
    })
    .where('id', '=', service._id)
    .execute()
}

export const styleUrlByToken = async (db: Db, token: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('service')
    .select('map')
    .where(sql<string>`map ->> 'token'`, '=', token)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const { styleUrl = '' } = row?.map ?? {}
  return isWebAddress(styleUrl) ? styleUrl : undefined
}

export const ofServer = async (db: Db): Promise<ServiceOfServer[]> => {
  const rows = await selectNames(db)
    .select((eb) => [
      'service.createdAt',
      eb
        .selectFrom('member')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('member.serviceId', '=', 'service.id')
        .where('member.deletedAt', 'is', null)
        .as('membersCount'),
    ])
    .orderBy('service.title')
    .execute()
  return rows.map((row) => ({
    ...asName(row),
    createdAt: row.createdAt.toISOString(),
    membersCount: row.membersCount ?? 0,
  }))
}

type NewRow = { title: string } & Pick<ServiceBeginning, 'mainLanguage' | 'homeArea'>

export const create = async (db: Db, { title, mainLanguage, homeArea }: NewRow): Promise<string> => {
  const id = newId()
  await db
    .insertInto('service')
    .values({ id, title, mainLanguage, homeArea: homeArea && JSON.stringify(homeArea) })
    .execute()
  return id
}

/** Marks a service as deleted. Its rows stay, so that references from elsewhere keep their meaning. */
export const remove = async (db: Db, id: string): Promise<string[]> => {
  await db.updateTable('service').set({ deletedAt: sql<Date>`now()` }).where('id', '=', id).execute()
  const members = await db
    .selectFrom('member')
    .select('id')
    .where('serviceId', '=', id)
    .where('deletedAt', 'is', null)
    .execute()
  return members.map((member) => member.id)
}

export const swapLanguage = (db: Db, id: string, from: Language, to: Language): Promise<void> =>
  swapTexts(db, { table: 'service', column: 'title', rows: sql`id = ${id}`, from, to })

export const titlesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('service')
    .select(['id', 'title'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
