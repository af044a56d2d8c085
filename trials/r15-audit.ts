import { changeConfiguration, changeGroups, changeSensorsAndRules } from './changes/configuration.ts'
import { changeEvents, changeVisitors } from './changes/events.ts'
import { changeExchange, changeTextInbox, changeWebhooks } from './changes/exchange.ts'
import { changeFirstRun, firstRunOperations } from './changes/first-run.ts'
import { type ChangeScene, changeMaker } from './changes/harness.ts'
import { changeMembers, changeOwnAccount } from './changes/people.ts'
import { changeReviews } from './changes/reviews.ts'
import { changeServer } from './changes/server.ts'
import { withoutEntry } from './changes/without-entry.ts'
import { failureList, type Trial } from './trial.ts'
import { type Api, freshAddress, type Member } from './world/api.ts'
import { readOperations } from './world/openapi.ts'
import { addService, type SecondService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'

const refusals = async (api: Api, member: Member): Promise<number> =>
  (await api.must(api.send('GET', '/audit?limit=1000&outcome=refused', member))).entries.length

/** A wrong password must add exactly one entry, as a refusal. */
const tryWrongPassword = async (api: Api, { technician, admin }: SecondService, fail: (text: string) => void) => {
  const before = await refusals(api, technician)
  const body = { username: admin.username, password: 'not the password' }
  await api.send('POST', '/auth/login', { body, headers: freshAddress() })
  const added = (await refusals(api, technician)) - before
  if (added !== 1) fail(`a wrong password has ${added} entries`)
}

/** Every operation of the OpenAPI document that may change something must be tried, or be listed in `withoutEntry`. */
const checkCoverage = (operations: readonly string[], tried: ReadonlySet<string>, fail: (text: string) => void) => {
  for (const operation of operations) {
    const isExempt = operation in withoutEntry
    if (!isExempt && !tried.has(operation)) fail(`${operation} is neither tried nor exempt`)
    if (isExempt && tried.has(operation)) fail(`${operation} is both tried and exempt`)
  }
  for (const operation of [...Object.keys(withoutEntry), ...tried])
    if (!operations.includes(operation)) fail(`there is no ${operation}`)
}

export const trial: Trial = {
  id: 'R15',
  title: 'Every call that changes something, and sign-ins, each recorded once in the audit',
  isInTests: true,
  run: async ({ isQuick }) => {
    const failures = failureList()
    const { api, folder, mail } = await sharedServer()
    const owner = await api.signIn('technician')
    const service = await addService(api, owner)
    const { default: sharp } = await import('sharp')
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccc' } })
      .png()
      .toBuffer()
    const { change, tried } = changeMaker({ api, folder, technician: service.technician, fail: failures.add })
    const picture = new Blob([Uint8Array.from(bytes)])
    const scene: ChangeScene = { api, change, service, owner, picture, folder, fail: failures.add }
    await changeConfiguration(scene)
    await changeGroups(scene)
    await changeSensorsAndRules(scene)
    await changeEvents(scene)
    await changeVisitors(scene)
    await changeReviews(scene)
    await changeMembers(scene, mail)
    await changeOwnAccount(scene, mail)
    await changeServer(scene)
    await changeWebhooks(scene)
    await changeTextInbox(scene)
    await changeExchange(scene)
    await tryWrongPassword(api, service, failures.add)
    const operations = (await readOperations(api))
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`)
    const firstRun = isQuick ? firstRunOperations : await changeFirstRun(failures.add)
    checkCoverage(operations, new Set([...tried, ...firstRun]), failures.add)
    return {
      counts: {
        'calls that may change something': operations.length,
        tried: isQuick ? tried.size : new Set([...tried, ...firstRun]).size,
        'named as writing no entry': Object.keys(withoutEntry).length,
        'not recorded once': failures.count,
      },
      failures: failures.all(),
    }
  },
}
