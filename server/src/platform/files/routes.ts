import { DROP_COPY, fileApi, Problem } from '#contract'
import { chargeAttempt, networkBudget } from '../http/attempts.ts'
import { serveRaw } from '../http/serve.ts'
import { sendFile } from './files.ts'
import type { FileStore } from './store.ts'

const NO_COPY = { 'cache-control': 'no-store' }
/** Identical for every address, so it replaces the browser's copy and reveals nothing. */
const copyDropped = { status: 204, headers: NO_COPY }

export const fileRoutes = ({ store }: { store: FileStore }) => [
  serveRaw(fileApi.read, async ({ db, params, query, client, allow }) => {
    allow()
    if (client.prefer === DROP_COPY.prefer) return copyDropped
    try {
      const sent = await sendFile(db, store, {
        ...{ token: params.token, size: query.size },
        ...{ ifNoneMatch: client.ifNoneMatch, range: client.range },
      })
      return query.copy === 'none' ? { ...sent, headers: { ...sent.headers, ...NO_COPY } } : sent
    } catch (error) {
      // Only wrong addresses are charged: a page with many pictures must not wait, nor one whose pictures are gone end
      // those of a whole office.
      if (error instanceof Problem && error.code === 'notFound')
        await chargeAttempt(db, [networkBudget('file address', client.address)])
      throw error
    }
  }),
]
