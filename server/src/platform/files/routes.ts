import { DROP_COPY, fileApi, Problem } from '#contract'
import { chargeAttempt, networkBudget } from '../http/attempts.ts'
import { serveRaw } from '../http/serve.ts'
import type { FileStore } from './file-store.ts'
import { sendFile } from './files.ts'

const NO_COPY = { 'cache-control': 'no-store' }
/**
 * Overwrites the browser's cached copy with an empty reply. The reply is the same for missing files, so it does not
 * reveal whether the file exists.
 */
const copyDropped = { status: 204, headers: NO_COPY }

export const fileRoutes = ({ store }: { store: FileStore }) => [
  serveRaw(fileApi.read, async ({ db, params, query, client, allow }) => {
    allow()
    if (client.prefer === DROP_COPY.prefer) return copyDropped
    try {
      const sent = await sendFile(db, store, {
        token: params.token,
        size: query.size,
        ifNoneMatch: client.ifNoneMatch,
        range: client.range,
      })
      return query.copy === 'none' ? { ...sent, headers: { ...sent.headers, ...NO_COPY } } : sent
    } catch (error) {
      // Only wrong addresses count against the limit, so a page with many pictures is not slowed.
      if (error instanceof Problem && error.code === 'notFound')
        await chargeAttempt(db, [networkBudget('file address', client.address)])
      throw error
    }
  }),
]
