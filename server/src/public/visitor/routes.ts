import {
  type EventType,
  Problem,
  type PublicReport,
  type PublicType,
  publicReportProblems,
  reporterProblems,
  reportName,
  type Subscription,
  suggestName,
  visitorApi,
} from '#contract'
import { receiveReport } from '../../core/aoi/report.ts'
import type { Report } from '../../core/aoi/store.ts'
import { subscribe, subscriptionsOf } from '../../core/aoi/subscribers.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import type { Places } from '../../geo/places/places.ts'
import * as services from '../../people/service/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { saveImage } from '../../platform/files/files.ts'
import { readImage } from '../../platform/files/images.ts'
import { type Announce, type Client, type Route, serve } from '../../platform/http/serve.ts'
import { paragraphs } from '../../platform/kit/rich-text.ts'
import { boardTokenOf, eventsOnBoard } from '../board/queries.ts'
import { holdReport } from '../review/actions.ts'
import { openActivities, openActivity } from './follow.ts'
import { findVisitorByCookie, noVisitorCookie, visitorCookie, visitorFor } from './identity.ts'
import { busyNow, chargeMisuse, guardSending, searchLimit } from './limits.ts'
import * as visitors from './queries.ts'

type Tools = { store: FileStore; places: Places; isSecure: boolean }

const openLink = async (db: Db, token: string, { address }: Client): Promise<visitors.Link> => {
  const link = await visitors.linkByToken(db, token)
  if (link) return link
  throw (await visitors.wasLink(db, token)) ? new Problem('notFound') : await chargeMisuse(db, address)
}

/** Opens the link of a form, refuses bots by the hidden field, and charges the limits. */
const beginSending = async (db: Db, token: string, form: Subscription & { isAnonymous: boolean }, client: Client) => {
  const link = await openLink(db, token, client)
  if (form.website !== '')
    throw await chargeMisuse(db, client.address, new Problem('invalid', { fields: { website: 'form.invalid' } }))
  const identity = await findVisitorByCookie(db, link, client)
  // An anonymous report is charged as if by a new visitor, so that nothing links it to the known visitor.
  const sender = form.isAnonymous ? undefined : identity
  const follow = sender?.follow ?? form.key
  await guardSending(db, { address: client.address, link, follow, isKnown: sender !== undefined })
  return { link, identity }
}

const refuseIf = (fields: ReturnType<typeof reporterProblems>): void => {
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}

const checkedType = async (db: Db, serviceId: string, report: PublicReport, hasImage: boolean) => {
  const types = await eventTypes.ofService(db, serviceId)
  const type = types.find(({ _id }) => _id === report.publicAction.publicActionId)
  if (!type) throw new Problem('invalid', { fields: { publicAction: 'form.invalid' } })
  refuseIf(publicReportProblems({ ...report, answers: report.publicAction.fields, hasImage }, type))
  return type
}

const alertIfBusy = async (db: Db, announce: Announce, link: visitors.Link): Promise<number | undefined> => {
  const count = await busyNow(db, link.id)
  if (count !== undefined)
    await announce({ type: 'PUBLIC_LINK_BUSY', count }, { memberIds: await visitors.keepersOf(db, link.serviceId) })
  return count
}

/** Makes a report an event without review. */
const publishReport = async (db: Db, report: Report, type: EventType) => {
  const id = await receiveReport(db, report, { kind: 'event', type })
  return db.selectFrom('aoi').select(['id', 'number']).where('id', '=', id).executeTakeFirstOrThrow()
}

const publicType = ({ _id, name, translations, url, guide, anonymous, ...type }: PublicType): PublicType => {
  const { isPhotoRequired, icon, colour, fields } = type
  return { _id, name, translations, url, guide, anonymous, isPhotoRequired, icon, colour, fields }
}

export const visitorRoutes = ({ store, places, isSecure }: Tools): Route[] => {
  const limitSearch = searchLimit()
  return [
    serve(visitorApi.page, async ({ db, params, client, allow }) => {
      allow()
      const link = await openLink(db, params.link, client)
      const service = await services.publicService(db, link.serviceId)
      if (!service) throw new Problem('notFound')
      const identity = await findVisitorByCookie(db, link, client)
      return {
        service,
        types: (await eventTypes.ofService(db, link.serviceId)).map(publicType),
        area: await visitors.areaOf(db, link.serviceId),
        styleUrl: await services.styleAddressOf(db, link.serviceId),
        activities: await openActivities(db, link.serviceId),
        board: (await boardTokenOf(db, link.serviceId)) ?? null,
        visitor: identity
          ? {
              firstName: identity.visitor.firstName,
              lastName: identity.visitor.lastName,
              phone: identity.visitor.phone ?? '',
              follow: identity.follow,
              activityIds: await subscriptionsOf(db, identity.visitor.id),
            }
          : null,
      }
    }),

    serve(visitorApi.search, async ({ db, params, query: { text, ...options }, client, allow }) => {
      allow()
      await openLink(db, params.link, client)
      limitSearch(client.address)
      const results = await places.search(text, options)
      if (results.hasFailed) throw new Problem('unavailable')
      return results.places
    }),

    serve(visitorApi.reverse, async ({ db, params, query: { lng, lat, language }, client, allow }) => {
      allow()
      await openLink(db, params.link, client)
      limitSearch(client.address)
      const { address, hasFailed } = await places.addressOf([lng, lat], language)
      if (hasFailed) throw new Problem('unavailable')
      return { address }
    }),

    serve(visitorApi.report, {
      /** The photo is read after all checks, because reading it costs most. */
      prepare: async ({ db, params, body, files: { file }, client }) => {
        const begun = await beginSending(db, params.link, body, client)
        const { serviceId } = begun.link
        const type = await checkedType(db, serviceId, body, file !== undefined)
        const { lng, lat } = body.startCoordinates
        return {
          ...begun,
          type,
          image: file && (await saveImage(db, store, await readImage(file.bytes, { from: 'visitor' }), { serviceId })),
          address: await places.addressOf([lng, lat], body.language).then(
            (results) => results.address,
            () => null,
          ),
        }
      },
      handle: async ({ db, body, files, prepared, allow, announce, audit, setHeader }) => {
        allow()
        const { link, identity, type, image, address } = prepared
        const { visitor, follow } = await visitorFor(db, link, body, identity)
        const name = [visitor.firstName, visitor.lastName].filter(Boolean).join(' ')
        const [sameAs] = await eventsOnBoard(db, link.serviceId, body.sameAs ? [body.sameAs] : [])
        const differsFrom = await eventsOnBoard(db, link.serviceId, body.differsFrom ?? [])
        const typeName = type.translations[body.language]?.name || type.name
        const report = {
          draft: {
            name: reportName(body.description, suggestName(typeName, address ?? undefined)),
            type: 'default',
            description: paragraphs(body.description),
            startCoordinates: body.startCoordinates,
            forSensors: false,
            publicAction: body.publicAction,
            nonce: body.nonce,
            creationTime: body.creationTime,
            ...(sameAs && { sameAs }),
            ...(differsFrom.length > 0 && { differsFrom }),
          },
          serviceId: link.serviceId,
          creatorId: null,
          visitorId: visitor.id,
          visitorName: name,
          isAnonymous: body.isAnonymous,
          imageFileId: image?.id ?? null,
          imageBytes: files.file?.bytes,
          address,
          author: { id: null, name },
        }
        const held = await holdReport(db, announce, report, { type, isHeldByLink: link.holdsReports })
        const { id, number } = held ?? (await publishReport(db, report, type))
        const busy = await alertIfBusy(db, announce, link)
        if (busy !== undefined)
          await audit({ action: 'publicLink.busy', serviceId: link.serviceId, detail: { count: busy } })
        if (!body.isAnonymous) setHeader('set-cookie', visitorCookie(link.serviceId, follow, isSecure))
        return { _id: id, number, follow }
      },
    }),

    serve(visitorApi.subscribe, {
      prepare: async ({ db, params, body, client }) => {
        const begun = await beginSending(db, params.link, { ...body, isAnonymous: false }, client)
        refuseIf(reporterProblems({ ...body, isAnonymous: false }, undefined))
        return begun
      },
      handle: async ({ db, params, body, prepared: { link, identity }, allow, setHeader }) => {
        allow()
        const aoiId = await openActivity(db, link.serviceId, params.id)
        if (!aoiId) throw new Problem('notFound')
        const { visitor, follow } = await visitorFor(db, link, { ...body, isAnonymous: false }, identity)
        await subscribe(db, aoiId, visitor.id)
        setHeader('set-cookie', visitorCookie(link.serviceId, follow, isSecure))
        return { follow }
      },
    }),

    serve(visitorApi.forget, {
      prepare: ({ db, params, client }) => openLink(db, params.link, client),
      handle: async ({ prepared: link, allow, setHeader }) => {
        allow()
        setHeader('set-cookie', noVisitorCookie(link.serviceId, isSecure))
        return {}
      },
    }),
  ]
}
