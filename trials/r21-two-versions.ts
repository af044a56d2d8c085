import { setTimeout as pause } from 'node:timers/promises'
import { emptyFolder } from '../tests/start/folders.ts'
import { refusedStart } from '../tests/start/server-process.ts'
import { type Scene, startCrowd } from './shortages/crowd.ts'
import { failureList, type Trial } from './trial.ts'
import { type Api, addEventType, reportForm } from './world/api.ts'
import { databaseUrl, readRows } from './world/database.ts'
import { checkOutRelease, RELEASE, startRelease } from './world/released-version.ts'
import { trialResources } from './world/resources.ts'
import { type SecondServer, startSecondServer } from './world/second-server.ts'
import { sharedServer } from './world/server.ts'
import { isReady, openStream } from './world/stream.ts'

type Crowd = ReturnType<typeof startCrowd>

const REPORTS_EACH = { quick: 5, whole: 300 }
const POLL_MS = 20
const TABLES = ['aoi', 'log_entry', 'member', 'session', 'outbox', 'share', 'event_type', 'role', 'service', 'sensor']
const TRANSACTION = '9998_trial_columns'
const CONCURRENT = '9999_trial_index'

/**
 * The next version of this server: the same code with two more migrations. They only add, as CONTRIBUTING.md requires
 * of a version that starts while the previous one runs: columns of every busy table, and an index built without
 * blocking.
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
  return url.endsWith('/server/src/platform/db/migrations/list.ts') ? { ...result, source: result.source + more } : result
} })`)}`

/** Removes the additions, as a later version does once servers of the old version are gone. */
const contract = async (folder: string): Promise<void> => {
  for (const table of TABLES) await readRows(folder, `alter table ${table} drop column if exists trial_note`)
  await readRows(folder, 'delete from kysely_migration where name = any($1)', [[TRANSACTION, CONCURRENT]])
}

/**
 * A running server of the old version continues, but no server of that version may start, because it would not know the
 * data of the new version.
 */
const refuseOldVersion = async (folder: string, code: string | undefined, fail: (text: string) => void) => {
  const own = emptyFolder()
  const environment = { DATABASE_URL: databaseUrl(folder), COHESION_DATA: own.path }
  const { code: exitCode, complaints } = await refusedStart(environment, code ? { folder: code } : {})
  own.remove()
  if (exitCode !== 1 || !complaints.includes('newer version')) fail(`the old version starts again: ${complaints}`)
}

type Server = { url: string; api: Api; folder: string }
type Upgrade = {
  name: string
  old: Server
  startNext: () => Promise<SecondServer>
  migrations: string
  /** Runs once the newer version has stopped. */
  afterwards?: () => Promise<void>
  /** Folder of the code that the old server runs. If undefined, it runs the code of this version. */
  oldCode?: string
  isQuick: boolean
  fail: (text: string) => void
}

/**
 * People work on the old server. The newer server starts on the same database, both work side by side and exchange live
 * messages, and then the old server continues alone. Returns the crowds.
 */
const upgradeUnderLoad = async ({ old, startNext, migrations, afterwards, isQuick, fail, ...rest }: Upgrade) => {
  const { name } = rest
  const technician = await old.api.signIn('technician')
  const eventTypeId = await addEventType(old.api, technician, 'Upgrade')
  let hasFailed = false
  const noteFailure = (text: string) => {
    hasFailed = true
    fail(`${name}: ${text}`)
  }
  const sceneOn = ({ url, api }: Pick<Scene, 'url' | 'api'>): Scene => ({
    url,
    api,
    technician,
    eventTypeId,
    isQuick,
    fail: noteFailure,
  })
  const enough = REPORTS_EACH[isQuick ? 'quick' : 'whole']
  const more = async (crowd: Crowd) => {
    const goal = crowd.acknowledged.length + enough
    while (crowd.acknowledged.length < goal && !hasFailed) await pause(POLL_MS)
  }
  const oldCrowd = startCrowd(sceneOn(old), 'the old version')
  await more(oldCrowd)
  const oldStream = openStream(old.url, { token: technician.token })
  await oldStream.waitFor(isReady)
  const next = await startNext()
  const recorded = await readRows(old.folder, 'select from kysely_migration where name > $1', [migrations])
  if (recorded.length === 0) noteFailure('the newer version did not upgrade, so nothing was tried')
  const nextCrowd = startCrowd(sceneOn(next), 'the new version')
  for (const crowd of [oldCrowd, nextCrowd]) await more(crowd)

  const nextStream = openStream(next.url, { token: technician.token })
  await nextStream.waitFor(isReady)
  for (const { api } of [old, next]) {
    const { _id } = await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId) }))
    for (const stream of [oldStream, nextStream])
      await stream.waitFor((message) => message.type === 'AOI_CREATED' && message.aoiIds.includes(_id))
  }
  nextStream.close()

  if (!isQuick) await refuseOldVersion(old.folder, rest.oldCode, noteFailure)
  await nextCrowd.stop()
  await next.remove()
  await more(oldCrowd)
  if (afterwards) {
    await afterwards()
    await more(oldCrowd)
  }
  await oldCrowd.stop()
  oldStream.close()
  const crowds = [oldCrowd, nextCrowd]
  for (const crowd of crowds) if (crowd.putOff() > 0) noteFailure(`${crowd.putOff()} calls were put off`)
  return crowds.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
}

export const trial: Trial = {
  id: 'R21',
  title: 'Two versions of the server on one database while it is upgraded, under load',
  run: async ({ isQuick }) => {
    const failures = failureList()
    const shared = await sharedServer()
    const withdraw = trialResources.add(() => contract(shared.folder))
    let reports = await upgradeUnderLoad({
      name: 'this version and the next',
      old: shared,
      startNext: () => startSecondServer(shared.folder, { NODE_OPTIONS: nextVersion }),
      migrations: '9997',
      afterwards: withdraw,
      isQuick,
      fail: failures.add,
    })
    const counts = { 'tables changed meanwhile': TABLES.length }
    const code = isQuick ? undefined : checkOutRelease()
    if (code) {
      const release = await startRelease(code)
      const [last] = await readRows<{ name: string }>(release.folder, 'select max(name) as name from kysely_migration')
      reports += await upgradeUnderLoad({
        name: `${RELEASE.version} and this version`,
        old: release,
        startNext: () => startSecondServer(release.folder),
        migrations: last?.name ?? '',
        oldCode: code,
        isQuick,
        fail: failures.add,
      })
      await release.remove()
    }
    return {
      counts: {
        pairs: code ? `this version and the next, ${RELEASE.version} and this version` : 'this version and the next',
        ...counts,
        'acknowledged reports': reports,
        'errors, or lost': failures.count,
      },
      failures: failures.all(),
    }
  },
}
