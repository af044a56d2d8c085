import { setTimeout as pause } from 'node:timers/promises'
import { emptyFolder } from '../tests/start/folders.ts'
import { refusedStart } from '../tests/start/server-process.ts'
import { type Scene, startCrowd } from './shortages/crowd.ts'
import { failureList, type Trial } from './trial.ts'
import { databaseUrl, readRows } from './world/database.ts'
import { addEventType, reportForm } from './world/reports.ts'
import { startSecondServer } from './world/second-server.ts'
import { sharedServer } from './world/server.ts'
import { isReady, openStream } from './world/stream.ts'

const REPORTS_EACH = { quick: 5, whole: 300 }
const POLL_MS = 20
const TABLES = ['aoi', 'log_entry', 'member', 'session', 'outbox', 'share', 'event_type', 'role', 'service', 'sensor']
const TRANSACTION = '9998_trial_columns'
const CONCURRENT = '9999_trial_index'

/**
 * The next version of this server: the same code with two more migrations, which only add (columns to every busy table,
 * and an index without blocking). That is what a version may do while the one before it runs (CONTRIBUTING.md).
 */
const nextVersion = `--import=data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module'
const more = \`
migrations['${TRANSACTION}'] = { up: async (db) => {
  const { sql } = await import('kysely')
  for (const table of ${JSON.stringify(TABLES)})
    await sql\\\`alter table \\\${sql.table(table)} add column trial_note text not null default 'none'\\\`.execute(db)
} }
migrations['${CONCURRENT}'] = { outsideTransaction: true, up: async (db) => {
  const { sql } = await import('kysely')
  await sql\\\`create index concurrently aoi_trial_note on aoi (trial_note)\\\`.execute(db)
} }\`
registerHooks({ load(url, context, next) {
  const result = next(url, context)
  return url.endsWith('/server/src/db/migrations/list.ts') ? { ...result, source: result.source + more } : result
} })`)}`

/** What the version after that would take away again, once no server of the old one runs. */
const contract = async (folder: string): Promise<void> => {
  for (const table of TABLES) await readRows(folder, `alter table ${table} drop column if exists trial_note`)
  await readRows(folder, 'delete from kysely_migration where name = any($1)', [[TRANSACTION, CONCURRENT]])
}

/** A server of the old version goes on, but does not start again: it could not know what the new one stores. */
const refuseOldVersion = async (folder: string, fail: (text: string) => void): Promise<void> => {
  const own = emptyFolder()
  const { code, complaints } = await refusedStart({ DATABASE_URL: databaseUrl(folder), COHESION_DATA: own.path })
  own.remove()
  if (code !== 1 || !complaints.includes('newer version')) fail(`the old version starts again: ${complaints}`)
}

export const trial: Trial = {
  id: 'R21',
  title: 'Two versions of the server on one database while it is upgraded, under load',
  run: async ({ isQuick }) => {
    const failures = failureList()
    const old = await sharedServer()
    const technician = await old.api.signIn('technician')
    const eventTypeId = await addEventType(old.api, technician, 'Upgrade')
    const sceneOn = ({ url, api }: Pick<Scene, 'url' | 'api'>): Scene => ({
      ...{ url, api, technician, eventTypeId, isQuick, fail: failures.add },
    })
    const enough = REPORTS_EACH[isQuick ? 'quick' : 'whole']
    const more = async (crowd: ReturnType<typeof startCrowd>) => {
      const goal = crowd.acknowledged.length + enough
      while (crowd.acknowledged.length < goal && failures.count === 0) await pause(POLL_MS)
    }
    const crowds = [startCrowd(sceneOn(old), 'the old version')]
    await more(crowds[0]!)
    const oldStream = openStream(old.url, { token: technician.token })
    await oldStream.waitFor(isReady)
    try {
      const next = await startSecondServer(old.folder, { NODE_OPTIONS: nextVersion })
      const recorded = await readRows(old.folder, 'select from kysely_migration where name like $1', ['999%'])
      if (recorded.length !== 2) failures.add('the newer version did not upgrade, so nothing was tried')
      crowds.push(startCrowd(sceneOn(next), 'the new version'))
      for (const crowd of crowds) await more(crowd)

      const nextStream = openStream(next.url, { token: technician.token })
      await nextStream.waitFor(isReady)
      for (const { api } of [old, next]) {
        const { _id } = await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId) }))
        for (const stream of [oldStream, nextStream])
          await stream.waitFor((message) => message.type === 'AOI_CREATED' && message.aoiIds.includes(_id))
      }
      nextStream.close()

      if (!isQuick) await refuseOldVersion(old.folder, failures.add)
      await crowds[1]!.stop()
      await next.remove()
      await more(crowds[0]!)
    } finally {
      await contract(old.folder)
    }
    await more(crowds[0]!)
    await crowds[0]!.stop()
    oldStream.close()
    for (const crowd of crowds) if (crowd.putOff() > 0) failures.add(`${crowd.putOff()} calls were put off`)
    return {
      counts: {
        versions: crowds.length,
        'tables changed meanwhile': TABLES.length,
        'acknowledged reports': crowds.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
        'errors, or lost': failures.count,
      },
      failures: failures.all(),
    }
  },
}
