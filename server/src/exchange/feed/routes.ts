import { Readable } from 'node:stream'
import { addressOf, feedApi, may, orNotFound, Problem } from '#contract'
import type { Memory } from '../../memory/memory.ts'
import type { Db } from '../../platform/db/database.ts'
import { rangeOf } from '../../platform/files/files.ts'
import { openByToken } from '../../platform/http/attempts.ts'
import { type Client, serve, serveRaw } from '../../platform/http/serve.ts'
import { writers } from '../formats/writers.ts'
import { openFeedContents } from './contents.ts'
import * as feeds from './queries.ts'
import { drawSymbol } from './symbols.ts'

type Tools = { db: Db; memory: Memory; publicUrl: string; now: () => number }

const SYMBOL_SECONDS = 86_400

/** Pages of any site may read a feed, because its address is the only credential and no cookie is used. */
const forEverySite = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

const openFeed = async (db: Db, token: string, { address }: Client): Promise<feeds.OpenFeed> => {
  await openByToken(db, { kind: 'feed', address }, () => feeds.wasMade(db, token))
  return orNotFound(await feeds.openFeed(db, token))
}

export const feedRoutes = ({ db: pool, memory, publicUrl, now }: Tools) => {
  const contentsOf = openFeedContents(pool, { memory, now })
  return [
    serve(feedApi.list, async ({ db, actor, allow }) => {
      allow()
      const { serviceId } = actor
      const all = await feeds.ofService(db, serviceId)
      return all.filter(({ creator }) => may(actor, 'token.revoke', { serviceId, creatorId: creator._id }))
    }),

    serve(feedApi.create, async ({ db, actor, body, allow, audit }) => {
      allow()
      const foreign = await feeds.foreignFields(db, actor.serviceId, body.filter)
      if (foreign.length > 0)
        throw new Problem('invalid', { fields: Object.fromEntries(foreign.map((field) => [field, 'form.notInList'])) })
      const { id, token } = await feeds.create(db, actor, body)
      const { name, format, filter } = body
      await audit({
        action: 'feed.create',
        targetKind: 'feed',
        targetId: id,
        targetName: name,
        detail: { format, ...filter },
      })
      const { serviceId: _, creatorId: __, ...feed } = orNotFound(await feeds.byId(db, id))
      return { ...feed, link: publicUrl + addressOf(feedApi.file, { file: `${token}.${format}` }) }
    }),

    serve(feedApi.revoke, async ({ db, params, allow, audit }) => {
      const { _id, name } = allow(orNotFound(await feeds.byId(db, params.id)))
      await feeds.revoke(db, _id)
      await audit({ action: 'feed.revoke', targetKind: 'feed', targetId: _id, targetName: name })
      return { _id }
    }),

    serveRaw(feedApi.file, async ({ db, params, client, allow }) => {
      allow()
      const [token = '', extension] = params.file.split('.')
      const feed = await openFeed(db, token, client)
      orNotFound(feed.format === extension || undefined)
      await feeds.noteUse(db, feed.id)
      const { ifNoneMatch, range } = client
      const { etag, bytes } = await contentsOf(feed, token, ifNoneMatch)
      const headers = { ...forEverySite, etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
      if (!bytes) return { status: 304, headers }
      // GDAL and QGIS read KML and GPX from a URL only by range requests.
      const part = range === undefined ? undefined : rangeOf(range, bytes.length)
      const shared = { ...headers, 'accept-ranges': 'bytes' }
      if (part === null) return { status: 416, headers: { ...shared, 'content-range': `bytes */${bytes.length}` } }
      const sent = part ? bytes.subarray(part.start, part.end + 1) : bytes
      return {
        status: part ? 206 : 200,
        headers: {
          ...shared,
          'content-type': writers[feed.format].type,
          'content-length': sent.length,
          'content-disposition': `inline; filename="cohesion.${feed.format}"`,
          ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${bytes.length}` }),
        },
        stream: Readable.from([sent]),
      }
    }),

    serveRaw(feedApi.symbol, async ({ db, params, client, allow }) => {
      allow()
      await openFeed(db, params.token, client)
      const bytes = await orNotFound(drawSymbol(params.symbol.slice(0, -'.png'.length)))
      return {
        status: 200,
        headers: {
          ...forEverySite,
          'content-type': feedApi.symbol.raw,
          'content-length': bytes.length,
          'cache-control': `private, max-age=${SYMBOL_SECONDS}`,
        },
        stream: Readable.from([Buffer.from(bytes)]),
      }
    }),
  ]
}
