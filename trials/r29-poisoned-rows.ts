import { setTimeout as pause } from 'node:timers/promises'
import { startSmsGateway } from '../server/src/testing/sms-gateway.ts'
import { failureList, type Trial } from './trial.ts'
import { addAlarmScene, reportLevel, type Site } from './world/alarm-scene.ts'
import { readRows } from './world/database.ts'
import { lockRows, poisonByApi, poisonMany, unshown } from './world/many-poisons.ts'
import { addPoisonable, type Poison, poison } from './world/poison.ts'
import { poisons } from './world/poisons.ts'
import { checkOutRelease, RELEASE, startRelease } from './world/released-version.ts'
import { trialResources } from './world/resources.ts'
import { strain } from './world/restarts.ts'
import { startSecondServer } from './world/second-server.ts'
import { addService } from './world/second-service.ts'
import { noRequestLimits, startTrialServer } from './world/server.ts'

/** Maximum delay of a message beyond the slowest one in the same run without a bad row. */
const TOLERANCE_MS = 2_000
/** Number of alarms raised at the start, without a bad row, for comparison. */
const REFERENCES = 3
const MANY_ROWS = 300
const LOCKED_MS = 10_000
const POLL_MS = 25
/** A longer interval, because each query opens a connection. */
const ROWS_POLL_MS = 200
const GIVE_UP_MS = 60_000
/** Jobs that list bad rows run at least every minute. */
const NAMED_MS = 75_000
/** Maximum attempts of a row in a time. Retries follow after 10 s, 20 s, 40 s… */
const mostAttempts = (seconds: number) => 2 + Math.ceil(Math.log2(1 + seconds / 10))

const waitForRow = async (folder: string, text: string, values: unknown[], ms: number): Promise<number | undefined> => {
  const begun = performance.now()
  while (performance.now() - begun < ms) {
    if ((await readRows(folder, text, values)).length > 0) return performance.now() - begun
    await pause(ROWS_POLL_MS)
  }
  return undefined
}

export const trial: Trial = {
  id: 'R29',
  title: 'One bad row at a time in the tables that jobs read: alarms of other services arrive on time',
  run: async ({ isQuick }) => {
    const failures = failureList()
    const gateway = await startSmsGateway()
    trialResources.add(gateway.close)
    const environment = { ...noRequestLimits, COHESION_SMS_GATEWAY_URL: gateway.url }
    const waits: { reference: number[]; withBadRow: number[] } = { reference: [], withBadRow: [] }
    const refused = new Set<string>()
    let named = 0
    let tried = 0

    const attack = async (site: Site, servers: string) => {
      const { api, folder } = site
      const technician = await api.signIn('technician')
      const profile = await api.must(api.send('GET', '/user/profile', technician))
      const victim = await addAlarmScene(site, technician, profile._id, `R29 bad ${servers}`)
      const other = await addService(api, technician)
      const { _id: operatorId } = await api.must(api.send('GET', '/user/profile', other.operator))
      const witness = await addAlarmScene(site, other.technician, operatorId, `R29 good ${servers}`)
      const { _id: planId } = await api.must(
        api.send('POST', '/rotas', {
          ...technician,
          body: {
            name: victim.name,
            memberIds: [profile._id],
            startsOn: '2026-03-01',
            handoverAt: '08:00',
            timeZone: 'UTC',
            swaps: [],
          },
        }),
      )
      if (!planId) failures.add('the rota was not made')
      const open = `select from alarm where rule_id = $1 and ended_at is null and escalation_id is not null`
      await reportLevel(api, victim, 4)
      await waitForRow(folder, open, [victim.ruleId], GIVE_UP_MS)
      const withEvent = 'select from alarm where rule_id = $1 and event_id is not null'
      await waitForRow(folder, withEvent, [victim.ruleId], GIVE_UP_MS)
      await addPoisonable(folder, victim.serviceId)

      const messages = () =>
        gateway.messages().filter(({ textMessage }) => textMessage.text.includes(witness.name)).length
      /** Raises an alarm in the other service, which has no bad rows. Returns the ms until the text message is sent. */
      const raise = async (): Promise<number> => {
        const before = messages()
        const begun = performance.now()
        await reportLevel(api, witness, 4)
        while (messages() === before && performance.now() - begun < GIVE_UP_MS) await pause(POLL_MS)
        const tookMs = Math.round(performance.now() - begun)
        await reportLevel(api, witness, 1)
        await waitForRow(folder, `select 1 where not exists (${open})`, [witness.ruleId], GIVE_UP_MS)
        await waitForRow(
          folder,
          `select 1 where not exists (select from escalation where rule_id = $1 and phase <> 'ended')`,
          [witness.ruleId],
          GIVE_UP_MS,
        )
        return tookMs
      }
      const references: number[] = []
      const raiseReference = async () => {
        references.push(await raise())
        waits.reference.push(references.at(-1) as number)
      }
      /**
       * Raises the alarm while bad rows exist, then removes them with `undo`. A message that seems late is compared
       * with a new one without bad rows, because a busy machine delays both.
       */
      const raiseBeside = async (what: string, undo: () => Promise<void>) => {
        const tookMs = await raise()
        waits.withBadRow.push(tookMs)
        const isLate = () => tookMs > Math.max(...references) + TOLERANCE_MS
        await undo()
        if (isLate()) await raiseReference()
        if (isLate())
          failures.add(`${servers}: ${what}: the message took ${tookMs} ms, without it ${Math.max(...references)} ms`)
      }

      const chosen = poisons.filter((each) => !isQuick || each.isQuick)
      /** Makes a bad row. Returns undefined if a constraint refuses the row. */
      const spoil = async (one: Poison) => {
        const refuse = (reason: string) => void refused.add(`${one.name} of ${one.table}: ${reason}`)
        const bad = await poison(folder, one, victim.serviceId).catch((error: { code?: string; message: string }) => {
          if (/^2[23]/.test(error.code ?? '')) refuse(error.message)
          else failures.add(`${servers}: ${one.name} could not be made: ${error.message}`)
        })
        if (bad && bad.id === undefined) failures.add(`${servers}: ${one.name}: the service has no such row`)
        return bad?.id === undefined ? undefined : { ...bad, id: bad.id }
      }
      const checkAttempts = async (what: string, begun: number) => {
        const [row] = await readRows<{ attempts: number }>(folder, 'select max(attempts) as attempts from quarantine')
        if ((row?.attempts ?? 0) > mostAttempts((performance.now() - begun) / 1000))
          failures.add(`${servers}: ${what}: ${row?.attempts} attempts`)
        await readRows(folder, 'delete from quarantine')
      }

      for (let count = 0; count < (isQuick ? 1 : REFERENCES); count++) await raiseReference()
      for (const one of chosen) {
        const begun = performance.now()
        const bad = await spoil(one)
        if (!bad) continue
        tried++
        await raiseBeside(one.name, bad.undo)
        await checkAttempts(one.name, begun)
      }

      const byApi = await poisonByApi(site, victim, `R29 api ${servers}`)
      await raiseBeside('largest names and numbers through the API', byApi.undo)
      failures.addAll(byApi.failed.map((text) => `${servers}: ${text}`))
      const begunMany = performance.now()
      const many = await poisonMany(folder, victim.serviceId, MANY_ROWS)
      await raiseBeside(`${MANY_ROWS} bad rows`, many.undo)
      await checkAttempts(`${MANY_ROWS} bad rows`, begunMany)
      const release = await lockRows(folder, victim.serviceId, LOCKED_MS)
      await raiseBeside('rows that another session has locked', release)

      // Jobs that only list bad rows run seldom, so each round waits for one bad row of every table.
      const byTable = Map.groupBy(
        chosen.filter(({ isNamed }) => isNamed),
        ({ table }) => table,
      )
      const rounds = Math.max(...[...byTable.values()].map(({ length }) => length))
      for (let round = 0; round < rounds; round++) {
        const begun = performance.now()
        const bad = []
        for (const [one] of [...byTable.values()].map((ofTable) => ofTable.slice(round, round + 1))) {
          const row = one && (await spoil(one))
          if (row) bad.push({ ...row, name: one.name })
        }
        for (const { id, name } of bad) {
          const leftMs = NAMED_MS * strain() - (performance.now() - begun)
          const listed = await waitForRow(folder, 'select from quarantine where row_id = $1', [id], Math.max(1, leftMs))
          if (listed === undefined) failures.add(`${servers}: ${name}: the row is not named`)
          else named++
        }
        failures.addAll((await unshown({ api, folder, owner: technician }, bad)).map((text) => `${servers}: ${text}`))
        for (const { undo } of bad) await undo()
        await checkAttempts('several rows', begun)
      }
    }

    const attackAlone = async () => {
      const server = await startTrialServer(environment)
      await attack(server, 'one server')
      await server.remove()
    }
    const attackBesideRelease = async () => {
      const code = checkOutRelease()
      if (!code) return
      const release = await startRelease(code)
      const beside = await startSecondServer(release.folder, environment)
      await attack({ api: beside.api, folder: release.folder }, `beside ${RELEASE.version}`)
      await beside.remove()
      await release.remove()
    }
    await Promise.all([attackAlone(), ...(isQuick ? [] : [attackBesideRelease()])])
    return {
      counts: {
        'bad rows': tried,
        'refused by the database': refused.size === 0 ? 0 : `${refused.size} (${[...refused].join('; ')})`,
        named,
        'alarms of the other service': waits.reference.length + waits.withBadRow.length,
        'ms at most until their message': Math.max(...waits.withBadRow),
        'ms at most without a bad row': Math.max(...waits.reference),
      },
      failures: failures.all(),
    }
  },
}
