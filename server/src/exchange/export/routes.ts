import { Readable } from 'node:stream'
import { type Actor, type BodyOf, exportApi, mayEver, Problem } from '#contract'
import { withMetric } from '../../core/aoi/filter.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { serve, serveRaw } from '../../platform/http/serve.ts'
import { writers } from '../formats/writers.ts'
import { listOfAois } from './aois.ts'
import { type ExportableList, firstOf, withColumns } from './list.ts'
import { shortList, shortLists } from './short-lists.ts'

type Asked = BodyOf<typeof exportApi.about>

const listOf = async (db: Db, actor: Actor, { list, ...asked }: Asked): Promise<ExportableList> => {
  if (list === 'aois') return listOfAois(db, actor, { ...asked, query: await withMetric(db, actor, asked.query) })
  if (!mayEver(actor, shortLists[list].needs)) throw new Problem('forbidden')
  return shortList(db, actor, { ...asked, list })
}

export const exportRoutes = [
  serve(exportApi.about, async ({ db, actor, body, allow }) => {
    allow()
    const list = await listOf(db, actor, body)
    return { rows: list.rows, columns: [...list.columns], first: await firstOf(list) }
  }),

  serveRaw(exportApi.file, async ({ db, actor, body, client, allow }) => {
    allow()
    const { format, ids, language, timeZone } = body
    const list = await listOf(db, actor, body)
    const table = { title: list.title, language, timeZone, ...withColumns(list, body.columns) }
    const targetName = `${list.fileName}.${format}`
    await recordAudit(db, {
      actor,
      action: 'list.export',
      outcome: 'done',
      targetName,
      detail: { rows: ids?.length ?? list.rows },
      address: client.address,
    })
    const { type, write } = writers[format]
    return {
      status: 200,
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${targetName}"`,
        'cache-control': 'private, no-store',
      },
      stream: Readable.from(write(table), { objectMode: false }),
    }
  }),
]
