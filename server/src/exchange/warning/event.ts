import {
  type Actor,
  type AoiDraft,
  EVENT_NAME_MAX,
  type Language,
  type LngLat,
  languageOr,
  offeredTypes,
  orNotFound,
  Problem,
  shorten,
  type Warning,
  warningApi,
  warningName,
  warningText,
} from '#contract'
import { type DraftTools, missingAddress } from '../../core/aoi/draft.ts'
import { receiveReport } from '../../core/aoi/report.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import { xml } from '../formats/xml.ts'
import { announceWarnings } from './store.ts'
import * as warnings from './warnings.ts'

const html = (...texts: string[]) =>
  texts
    .flatMap((text) => text.split('\n\n'))
    .filter((text) => text.trim())
    .map((text) => `<p>${xml(text.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')

const draftOf = (warning: Warning, language: Language, eventTypeId: string, [lng, lat]: LngLat): AoiDraft => {
  const { description, instruction } = warningText(warning, language)
  return {
    name: shorten(warningName(warning, language), EVENT_NAME_MAX),
    description: html(description, instruction),
    type: 'default',
    startCoordinates: { lng, lat, altitude: 1 },
    forSensors: false,
    publicAction: { publicActionId: eventTypeId, fields: [] },
  }
}

/** A type that the member is offered. Its questions stay unanswered, as in events of rules. */
const offeredType = async (db: Db, actor: Actor, serviceId: string, id: string) => {
  const offer = await eventTypes.byIdFor(db, id, actor.id)
  const isOffered = offer?.type.service === serviceId && offeredTypes([offer.type], offer.ofRole).length > 0
  if (!isOffered) throw new Problem('invalid', { fields: { eventTypeId: 'form.notInList' } })
  return offer.type
}

const existing = async (db: Db, id: string): Promise<{ _id: string; name: string; nonce: string } | null> =>
  (await warnings.byId(db, id))?.event ?? null

const mainLanguage = async (db: Db, serviceId: string): Promise<Language> => {
  const service = await db.selectFrom('service').select('mainLanguage').where('id', '=', serviceId).executeTakeFirst()
  return languageOr(service?.mainLanguage)
}

const placeFor = ({ place }: Warning, coordinates: LngLat | undefined): LngLat => {
  const chosen = coordinates ?? place
  if (!chosen) throw new Problem('invalid', { fields: { coordinates: 'form.required' } })
  return chosen
}

/** Creates an event about a warning by the same action as a member's report. */
export const createEventRoute = ({ addressOf }: Pick<DraftTools, 'addressOf'>) =>
  serve(warningApi.createEvent, {
    prepare: async ({ db, actor, params, body }) => {
      const warning = await warnings.byId(db, params.id)
      // The handler checks rights; this only looks up an address of the caller's own service.
      if (warning?.serviceId !== actor.serviceId || warning.event) return { address: null }
      const [lng, lat] = placeFor(warning, body.coordinates)
      const startCoordinates = { lng, lat, altitude: 1 }
      return { address: (await missingAddress(db, addressOf, actor, { startCoordinates })) ?? null }
    },
    handle: async ({ db, actor, params, body, prepared: { address }, allow }) => {
      const { _id, serviceId } = orNotFound(await warnings.byId(db, params.id))
      allow({ serviceId, kind: 'event', eventTypeId: body.eventTypeId, regionId: null })
      await warnings.lockThread(db, _id)
      const before = await existing(db, _id)
      if (before) return { ...before, isNew: false }
      const warning = orNotFound(await warnings.byId(db, _id))
      const type = await offeredType(db, actor, serviceId, body.eventTypeId)
      const language = body.language ?? (await mainLanguage(db, serviceId))
      const report = {
        draft: draftOf(warning, language, type._id, placeFor(warning, body.coordinates)),
        serviceId,
        creatorId: actor.id,
        visitorId: null,
        isAnonymous: false,
        imageFileId: null,
        imageBytes: undefined,
        address,
        author: actor,
      }
      await warnings.setEvent(db, _id, await receiveReport(db, report, { kind: 'event', type }))
      await announceWarnings(db, [serviceId])
      return { ...orNotFound((await existing(db, _id)) ?? undefined), isNew: true }
    },
  })
