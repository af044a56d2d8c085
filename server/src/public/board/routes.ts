import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { boardApi, orNotFound, Problem } from '#contract'
import * as eventTypes from '../../core/event-type/queries.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { chargeAttempt, networkBudget } from '../../platform/http/attempts.ts'
import { originOf } from '../../platform/http/origin.ts'
import { type Client, type Route, serve, serveRaw } from '../../platform/http/serve.ts'
import { matchesEtag } from '../../platform/kit/etag.ts'
import { writePublicText } from './actions.ts'
import * as boards from './queries.ts'
import { similarOnBoard } from './similar.ts'

/** Lifetime of cached copies, which stay visible for this long after the board is turned off. */
const CACHE_SECONDS = 60

/** Origins for a content security policy. Refuses addresses with a path, a user name or a wildcard. */
const plainOrigins = (addresses: readonly string[]): string[] => {
  const origins = addresses
    .filter((address) => address !== '')
    .map((address) => {
      const origin = originOf(address)
      if (!origin || (address !== origin && address !== `${origin}/`))
        throw new Problem('invalid', { fields: { origins: 'form.invalid' } })
      return origin
    })
  return [...new Set(origins)]
}

const checkTypes = async (db: Db, serviceId: string, typeIds: readonly string[]): Promise<void> => {
  const own = new Set((await eventTypes.everOfService(db, serviceId)).map(({ _id }) => _id))
  if (!typeIds.every((id) => own.has(id))) throw new Problem('invalid', { fields: { typeIds: 'form.invalid' } })
}

/** An event of the member's own service; 404 for any other event. */
const eventOf = async (db: Db, serviceId: string, id: string) =>
  orNotFound(
    await db
      .selectFrom('aoi')
      .select(['id', 'number'])
      .where('id', '=', id)
      .where('serviceId', '=', serviceId)
      .where('kind', '=', 'event')
      .where('deletedAt', 'is', null)
      .executeTakeFirst(),
  )

const openBoard = async (db: Db, token: string, { address }: Client): Promise<boards.StoredBoard> => {
  const board = await boards.boardByToken(db, token)
  if (board?.isOn) return board
  // A request of a disabled board does not count as a guess, because its links are still in use.
  if (!board) await chargeAttempt(db, [networkBudget('public board', address)])
  throw new Problem('notFound')
}

export const boardRoutes = ({ publicUrl }: { publicUrl: string }): Route[] => [
  serve(boardApi.settings, async ({ db, actor, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return boards.settingsOf(await boards.boardOf(db, serviceId), publicUrl)
  }),

  serve(boardApi.change, async ({ db, actor, body, allow, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    await checkTypes(db, serviceId, body.typeIds)
    const change = { ...body, origins: plainOrigins(body.origins) }
    const board = await boards.changeBoard(db, serviceId, change)
    const { isOn, states, cellMetres, days, origins, typeIds } = change
    await audit({
      action: 'board.change',
      targetKind: 'service',
      targetId: serviceId,
      detail: { isOn, types: typeIds.length, states: states.join(' '), cellMetres, days, origins: origins.join(' ') },
    })
    return boards.settingsOf(board, publicUrl)
  }),

  serve(boardApi.text, async ({ db, actor, params, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const { id } = await eventOf(db, serviceId, params.id)
    return boards.publicTextOf(db, serviceId, id)
  }),

  serve(boardApi.writeText, async ({ db, actor, params, body, allow, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const { id, number } = await eventOf(db, serviceId, params.id)
    await writePublicText(db, { aoiId: id, ...body, memberId: actor.id })
    await audit({ action: 'board.text', targetKind: 'event', targetId: id, targetName: `#${number}` })
    return boards.publicTextOf(db, serviceId, id)
  }),

  serve(boardApi.similar, {
    prepare: ({ db, params, client }) => openBoard(db, params.board, client),
    handle: async ({ db, body, prepared: board, allow }) => {
      allow()
      return similarOnBoard(db, board, body, databaseTime())
    },
  }),

  serveRaw(boardApi.read, async ({ db, params, client, allow }) => {
    allow()
    const board = orNotFound(await boards.publicBoard(db, await openBoard(db, params.board, client)))
    const bytes = Buffer.from(JSON.stringify(board))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    const headers = { etag, 'cache-control': `public, max-age=${CACHE_SECONDS}` }
    if (matchesEtag(client.ifNoneMatch, etag)) return { status: 304, headers }
    return {
      status: 200,
      headers: { ...headers, 'content-type': boardApi.read.raw, 'content-length': bytes.length },
      stream: Readable.from([bytes]),
    }
  }),
]
