import { setTimeout as pause } from 'node:timers/promises'
import { fileProblemText, type Import, type ImportMapping, type ImportPreviewRow } from '#contract'
import { hostileImports } from '../server/src/testing/hostile-imports.ts'
import type { HostileImport } from '../server/src/testing/import-files.ts'
import { failureList, type Trial } from './trial.ts'
import type { Api, Member } from './world/api.ts'
import { readRows } from './world/database.ts'
import { importMutants } from './world/import-mutants.ts'
import { sendUntilDone } from './world/persistent-writer.ts'
import { randomFrom } from './world/random.ts'
import { startMortalServer, strain } from './world/restarts.ts'
import { asProxy, noRequestLimits, sharedServer } from './world/server.ts'

const SIZES = { quick: { everyFile: 12, mutants: 21, kills: 0 }, whole: { everyFile: 1, mutants: 5_000, kills: 10 } }
/** The server reads this many files at once. */
const AT_ONCE = 2
const READ_MS = 60_000
const PREVIEW_MS = 2_000
const POLL_MS = 20
/** Maximum memory of the server and the two processes that read files. */
const MEMORY_LIMIT_BYTES = 2_500_000_000
const BLOCK_LIMIT_MS = 200
const IMPORTED_EVERY = 25
const KILLED_ROWS = 20_000

type Failures = ReturnType<typeof failureList>
type Sending = { api: Api; admin: Member; failures: Failures }

const until = async ({ api, admin }: Sending, id: string, isOver: (one: Import) => boolean): Promise<Import> => {
  const end = performance.now() + READ_MS * strain()
  for (;;) {
    // After a kill, the server or its database may not answer at first.
    const { answer } = await sendUntilDone(() => api.send('GET', `/imports/${id}`, admin))
    const one: Import = answer.json()
    if (isOver(one) || performance.now() > end) return one
    await pause(POLL_MS)
  }
}

const upload = async ({ api, admin }: Sending, name: string, bytes: Uint8Array): Promise<Import> => {
  const body = new FormData()
  body.set('timeZone', 'Asia/Jerusalem')
  body.set('name', name)
  body.set('file', new Blob([Uint8Array.from(bytes)]), name)
  return api.must(api.send('POST', '/imports', { ...admin, body }))
}

/** Uploads a file and waits until the server has read it or refused it with a sentence. */
const read = async (sending: Sending, name: string, bytes: Uint8Array): Promise<Import> => {
  // An empty form part does not count as a file.
  const { _id } = await upload(sending, name, bytes.length > 0 ? bytes : Buffer.from('\n'))
  const one = await until(sending, _id, ({ state }) => state !== 'reading')
  if (one.state !== 'ready' && one.state !== 'failed') sending.failures.add(`${name} is still ${one.state}`)
  if (one.state === 'failed' && (!one.problem || !fileProblemText('he', one.problem)))
    sending.failures.add(`${name} failed without a sentence`)
  return one
}

const preview = async ({ api, admin, failures }: Sending, one: Import): Promise<ImportPreviewRow[]> => {
  const begun = performance.now()
  const { status, json, text } = await api.send('POST', `/imports/${one._id}/preview`, {
    ...admin,
    body: { mapping: one.mapping },
  })
  const tookMs = performance.now() - begun
  if (status !== 200) failures.add(`the preview of ${one.fileName} got ${status} ${text.slice(0, 200)}`)
  if (tookMs > PREVIEW_MS * strain()) failures.add(`the preview of ${one.fileName} took ${Math.round(tookMs)} ms`)
  return status === 200 ? json().rows : []
}

/**
 * Imports a file and undoes the import. Every row must be counted once, and the undo must remove every new or changed
 * row.
 */
const runAndUndo = async (sending: Sending, { _id, fileName, mapping }: Import): Promise<void> => {
  const { api, admin, failures } = sending
  const own: ImportMapping = { ...(mapping as ImportMapping), kind: 'event' }
  await api.must(api.send('POST', `/imports/${_id}/start`, { ...admin, body: { mapping: own } }))
  const { state, counts, rowCount } = await until(sending, _id, (one) => one.state !== 'running')
  const counted = counts.new + counts.changed + counts.unchanged + counts.rejected
  if (state !== 'done' || counted !== rowCount) failures.add(`${fileName} is ${state}, ${counted} of ${rowCount} rows`)
  await api.must(api.send('POST', `/imports/${_id}/undo`, admin))
  const undone = await until(sending, _id, (one) => one.state !== 'undoing')
  if (undone.counts.undone !== counts.new + counts.changed) failures.add(`${fileName} was not undone`)
}

const readHostile = async (sending: Sending, { name, bytes, expected, line, part }: HostileImport): Promise<void> => {
  const { api, admin, failures } = sending
  const one = await read(sending, name, bytes())
  const said = one.state === 'ready' ? 'rows' : one.problem?.code
  if (said !== expected) failures.add(`${name} is ${said}, not ${expected}`)
  if (line !== undefined && one.problem?.line !== line) failures.add(`${name} is refused at line ${one.problem?.line}`)
  if (part !== undefined && one.problem?.part !== part) failures.add(`${name} is refused at ${one.problem?.part}`)
  if (one.state === 'ready') {
    await preview(sending, one)
    await runAndUndo(sending, one)
  } else await api.must(api.send('DELETE', `/imports/${one._id}`, admin))
}

const readMutant = async (sending: Sending, file: { name: string; bytes: Buffer }, index: number) => {
  const { api, admin } = sending
  const one = await read(sending, `${index} ${file.name}`, file.bytes)
  if (one.state === 'ready') await preview(sending, one)
  if (one.state === 'ready' && index % IMPORTED_EVERY === 0) await runAndUndo(sending, one)
  else await api.must(api.send('DELETE', `/imports/${one._id}`, admin))
  return one.state === 'ready'
}

const inTurns = async <T>(items: Iterable<T>, work: (item: T, index: number) => Promise<void>): Promise<void> => {
  const waiting = [...items].entries()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, item] of waiting) await work(item, index)
    }),
  )
}

/** Kills the server while it writes rows. The import must continue without storing a row twice. */
const survivesKills = async (kills: number, failures: Failures): Promise<void> => {
  const server = await startMortalServer({ ...noRequestLimits, ...asProxy })
  const admin = await server.api().signIn('admin')
  const lines = Array.from(
    { length: KILLED_ROWS },
    (_, index) => `K-${index},Row ${index},Road hazard,37.7,-122.4,Mud,Yes`,
  )
  const text = `ID,Title,Type,Lat,Lon,What is on the road?,Is a lane blocked?\n${lines.join('\n')}\n`
  const sending = () => ({ api: server.api(), admin, failures })
  const post = (path: string, body?: object) =>
    sendUntilDone(() => server.api().send('POST', path, { ...admin, ...(body && { body }) }))
  for (let kill = 0; kill < kills; kill++) {
    const { _id, mapping } = await read(sending(), 'killed.csv', Buffer.from(text))
    await post(`/imports/${_id}/start`, { mapping })
    await until(sending(), _id, ({ doneRows }) => doneRows > 0)
    await server.kill(kill % 2 === 0 ? 'server' : 'both')
    const done = await until(sending(), _id, ({ state }) => state === 'done')
    const [stored] = await readRows<{ count: number }>(
      server.folder,
      `select count(*)::int as count from aoi where import_id = '${_id}'`,
    )
    if (stored?.count !== KILLED_ROWS || done.counts.new !== KILLED_ROWS)
      failures.add(`kill ${kill + 1}: ${stored?.count} rows are stored, ${done.counts.new} counted`)
    await post(`/imports/${_id}/undo`)
    await until(sending(), _id, ({ doneRows }) => doneRows < KILLED_ROWS)
    await server.kill('server')
    const undone = await until(sending(), _id, ({ state }) => state === 'undone')
    if (undone.counts.undone !== KILLED_ROWS) failures.add(`kill ${kill + 1}: ${undone.counts.undone} rows are undone`)
  }
  await server.remove()
}

export const trial: Trial = {
  id: 'R27',
  title: 'Files to import that are hostile, broken or changed at random, and kill -9 while they are imported',
  run: async ({ isQuick, seed }) => {
    const { everyFile, mutants, kills } = SIZES[isQuick ? 'quick' : 'whole']
    const failures = failureList()
    const { api, memoryBytes, longestBlock } = await sharedServer()
    const admin = await api.signIn('admin')
    const sending = { api, admin, failures }
    let most = 0
    const sampling = setInterval(() => {
      most = Math.max(most, memoryBytes())
    }, 500)
    await longestBlock()
    const files = hostileImports.filter((_, index) => index % everyFile === 0)
    await inTurns(files, (file) => readHostile(sending, file))
    let readable = 0
    await inTurns(importMutants(randomFrom(seed), mutants), async (file, index) => {
      if (await readMutant(sending, file, index)) readable++
    })
    clearInterval(sampling)
    const { processorMs } = await longestBlock()
    if (processorMs > BLOCK_LIMIT_MS * strain())
      failures.add(`the loop computed ${Math.round(processorMs)} ms in one go`)
    if (most > MEMORY_LIMIT_BYTES) failures.add(`${Math.round(most / 1e6)} MB were used`)
    if (kills > 0) await survivesKills(kills, failures)
    return {
      counts: {
        'hostile files': files.length,
        mutants,
        'of them readable': readable,
        'kills of a running import and of its undo': kills * 2,
        'MB at most, with the processes that read': Math.round(most / 1e6),
        'ms the loop computed in one go at most': Math.round(processorMs),
      },
      failures: failures.all(),
    }
  },
}
