import { Readable } from 'node:stream'
import { addressOf, calendarApi, orNotFound } from '#contract'
import { openByToken } from '../../platform/http/attempts.ts'
import { serve, serveRaw } from '../../platform/http/serve.ts'
import { matchesEtag } from '../../platform/kit/etag.ts'
import * as feeds from './feed.ts'
import { items } from './queries.ts'

export const calendarRoutes = ({ publicUrl }: { publicUrl: string }) => [
  serve(calendarApi.items, async ({ db, actor, query, allow }) => {
    allow()
    return items(db, actor, query)
  }),

  serve(calendarApi.feeds, async ({ db, actor, allow }) => {
    allow()
    return feeds.ofMember(db, actor.id)
  }),

  serve(calendarApi.createFeed, async ({ db, actor, allow, audit }) => {
    allow()
    const { token, ...feed } = await feeds.create(db, actor.id)
    await audit({ action: 'calendar.createFeed', targetKind: 'calendarFeed', targetId: feed._id })
    const linkTo = (file: string) => publicUrl + addressOf(calendarApi.feed, { file })
    return { ...feed, link: linkTo(`${token}.ics`), dutyLink: linkTo(`${token}.duty.ics`) }
  }),

  serve(calendarApi.revokeFeed, async ({ db, actor, params, allow, audit }) => {
    allow()
    orNotFound((await feeds.revoke(db, actor.id, params.id)) || undefined)
    await audit({ action: 'calendar.revokeFeed', targetKind: 'calendarFeed', targetId: params.id })
    return {}
  }),

  serveRaw(calendarApi.feed, async ({ db, params, client, allow }) => {
    allow()
    const [token = '', part] = params.file.split('.')
    const contents = part === 'duty' ? 'duty' : 'calendar'
    await openByToken(db, { kind: 'calendar link', address: client.address }, () => feeds.linkExists(db, token))
    const { text, etag } = await feeds.feedOf(db, orNotFound(await feeds.readerOf(db, token)), contents, publicUrl)
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
    if (matchesEtag(client.ifNoneMatch, etag)) return { status: 304, headers }
    const bytes = Buffer.from(text)
    return {
      status: 200,
      headers: {
        ...headers,
        'content-type': calendarApi.feed.raw,
        'content-length': bytes.length,
        'content-disposition': 'inline; filename="cohesion.ics"',
      },
      stream: Readable.from([bytes]),
    }
  }),
]
