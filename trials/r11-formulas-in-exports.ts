import { setTimeout as pause } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { csvOf } from '../web/src/people/audit/csv.ts'
import { failureList, type Trial } from './trial.ts'
import type { Api, Member } from './world/api.ts'
import { csvPayloads, honestTexts } from './world/csv-payloads.ts'
import { addService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'
import { publicLink, reportAsVisitor } from './world/visitors.ts'

/** Parses a CSV file as spreadsheets do (RFC 4180). The separator of a spreadsheet depends on its language. */
const cellsOf = (csv: string, separator: string): string[] => {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < csv.length; at++) {
    const letter = csv[at] ?? ''
    if (isQuoted && letter === '"' && csv[at + 1] === '"') {
      cell += '"'
      at++
    } else if (isQuoted && letter === '"') isQuoted = false
    else if (isQuoted) cell += letter
    else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator || letter === '\n' || letter === '\r') {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}

/**
 * Whether some spreadsheet would run the cell as a formula, also after invisible characters. A cell that begins with a
 * space is text, and a number with a sign is a number.
 */
const isLive = (cell: string): boolean => {
  const text = cell.replace(/^[\p{Cc}\p{Cf}\u00a0]+/u, '')
  return /^[=+\-@＝＋－＠]/.test(text) && !/^[+-][\d .,()-]+$/.test(text)
}

const QUICK_STEP = 6
const POLL_MS = 200
const GIVE_UP_MS = 30_000

/** Reports an event with the text in each field that becomes a column of an export. */
const report = async (api: Api, member: Member, type: { id: string; questionId: string }, text: string) => {
  const form = new FormData()
  const fields = [{ _id: type.questionId, value: text }]
  const parts = {
    name: text,
    address: text,
    startCoordinates: '[-122.42,37.77,1]',
    publicAction: JSON.stringify({ publicActionId: type.id, fields }),
  }
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  return api.send('POST', '/aoi', { ...member, body: form })
}

/**
 * Adds a region, a group and a sensor area with the text in each field that becomes a column. Returns the number of
 * refused requests.
 */
const addOthers = async (api: Api, member: Member, text: string): Promise<number> => {
  const community = await api.send('POST', '/community-servers/communities', { ...member, body: { title: text } })
  const { _id: communityId } = await api.must(Promise.resolve(community))
  const group = { name: text, communityId, description: '<p>Neighbours.</p>', location: text }
  const ring = [
    [-122.5, 37.7],
    [-122.4, 37.7],
    [-122.4, 37.8],
    [-122.5, 37.7],
  ]
  const area = new FormData()
  const parts = { name: text, address: text, startCoordinates: '[-122.42,37.77,1]', forSensors: 'true' }
  for (const [name, value] of Object.entries(parts)) area.set(name, value)
  const sent = await Promise.all([
    api.send('POST', '/community-servers/groups', { ...member, body: group }),
    api.send('POST', '/service/region', { ...member, body: { name: text, coordinates: [ring] } }),
    api.send('POST', '/aoi', { ...member, body: area }),
  ])
  return sent.filter(({ status }) => status >= 400).length
}

const otherLists = ['members', 'groups', 'sensors', 'regions', 'reports', 'alarms'] as const

/** Sends reports of visitors with the texts to the review queue. */
const fillQueue = async (api: Api, member: Member, eventTypeId: string, texts: readonly string[]) => {
  const link = await publicLink(api, member)
  await api.must(api.send('POST', '/review/hold', { ...member, body: { isOn: true } }))
  for (const text of texts)
    await reportAsVisitor(api, link, { eventTypeId, parts: { firstName: text, description: text } })
}

/** Adds a sensor for each text, with an alarm of a rule of that name. */
const raiseAlarms = async (api: Api, member: Member, texts: readonly string[]) => {
  const { key } = await api.must(api.send('POST', '/sensors/ingest-keys', { ...member, body: { name: 'Devices' } }))
  const conditions = [{ type: 'value', parameter: 'level', operator: 'above', enter: 3 }]
  const trigger = { type: 'sensor', scope: { type: 'all' }, conditions }
  const rule = { name: texts[0], severity: 'high', trigger }
  await api.must(api.send('POST', '/rules', { ...member, body: rule }))
  const readings = texts.map((name, index) => ({ serial: `s-${index}`, name, parameters: { level: 9 } }))
  await api.must(api.send('POST', '/sensors/ingest', { headers: { 'x-ingest-key': key }, body: readings }))
  const countAlarms = async (): Promise<number> => (await api.must(api.send('GET', '/alarms', member))).length
  for (let waitedMs = 0; (await countAlarms()) < texts.length && waitedMs < GIVE_UP_MS; waitedMs += POLL_MS)
    await pause(POLL_MS)
}

/** Exports all rows of a list that the member may see. */
const exported = async (
  api: Api,
  member: Member,
  format: string,
  list: 'aois' | (typeof otherLists)[number] = 'aois',
): Promise<Buffer> => {
  const { status, bytes } = await api.send('POST', '/export', { ...member, body: { list, query: {}, format } })
  if (status !== 200) throw new Error(`the export was refused: ${status} ${bytes.toString().slice(0, 300)}`)
  return bytes
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const decode = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '').replace(/_x005F_/g, '_')

/** Matches a cell with a text, a number or a time. */
const knownCell =
  /<c r="[A-Z]+\d+"(?: s="(\d)")?(?: t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is>|><v>-?[\d.]+<\/v>)<\/c>/g

/** Returns the texts of a spreadsheet, and the parts that a program might run as a formula. */
const readSheet = (xlsx: Buffer): { texts: Set<string>; live: string[] } => {
  // The sheet is the first file of the archive.
  const sheet = inflateRawSync(xlsx.subarray(30 + xlsx.readUInt16LE(26))).toString()
  const rows = /<sheetData>(.*)<\/sheetData>/s.exec(sheet)?.[1] ?? ''
  const cells = [...rows.matchAll(knownCell)].map(([, style, text = '']) => ({ style, text: decode(text) }))
  const others = rows.replace(knownCell, '').replace(/<\/?row[^>]*>/g, '')
  // A cell without the style of quoted text becomes a formula once somebody edits the cell. Headings have a style of
  // their own.
  const unquoted = cells.filter(({ style, text }) => style === '0' && isLive(text.trimStart()))
  return {
    texts: new Set(cells.map(({ text }) => text)),
    live: [...unquoted.map(({ text }) => text), ...(others ? [others.slice(0, 200)] : [])],
  }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

/** The audit, which contains the names of created objects, as the page exports it. */
const exportedAudit = async (api: Api, member: Member): Promise<string> => {
  const rows: string[][] = []
  for (let cursor = ''; ; ) {
    const page = await api.must(api.send('GET', `/audit?limit=100${cursor && `&cursor=${cursor}`}`, member))
    const entries: unknown[] = page.entries
    rows.push(...entries.map(textsIn))
    if (!page.nextCursor) return csvOf(rows)
    cursor = encodeURIComponent(page.nextCursor)
  }
}

export const trial: Trial = {
  id: 'R11',
  title: 'Formulas in everything that is exported',
  isInTests: true,
  run: async ({ isQuick }) => {
    const sample = (texts: readonly string[]) => texts.filter((_, index) => !isQuick || index % QUICK_STEP === 0)
    const payloads = sample(csvPayloads)
    const honest = sample(honestTexts)
    const failures = failureList()
    const { api } = await sharedServer()
    const { technician } = await addService(api, await api.signIn('technician'))
    let refused = 0
    /** Creates an event type with a question. Both names become headings of columns. */
    const addType = async (text: string) => {
      const fields = [{ name: text, kind: 'text', isRequired: false }]
      const body = { name: text, guide: '<p>Stay away.</p>', unit: 'Number', value: '1', fields }
      const { _id: id, fields: asked } = await api.must(api.send('POST', '/public-actions', { ...technician, body }))
      return { id, questionId: asked[0]._id }
    }
    for (const text of [...payloads, ...honest]) {
      const { status } = await report(api, technician, await addType(text), text)
      if (status >= 400) refused++
      refused += await addOthers(api, technician, text)
    }
    await raiseAlarms(api, technician, payloads)
    // A few reports are enough, because a link accepts a limited number in a minute.
    const { id: heldType } = await addType('Held')
    await fillQueue(
      api,
      technician,
      heldType,
      payloads.filter((_, index) => isQuick || index % QUICK_STEP === 0),
    )
    await api.must(api.send('PATCH', '/user/profile', { ...technician, body: { firstName: payloads[0] } }))
    const csv = (await exported(api, technician, 'csv')).toString()
    const sheet = readSheet(await exported(api, technician, 'xlsx'))
    const audit = await exportedAudit(api, technician)
    const liveIn = (file: string) => [
      ...cellsOf(file, ',').filter(isLive),
      // A program with another separator reads several cells as one. The check covers the text before the first comma
      // of such a cell.
      ...[';', '\t'].flatMap((separator) =>
        cellsOf(file, separator).filter((cell) => isLive(cell.split(',')[0] ?? '')),
      ),
    ]
    const live = [...liveIn(csv), ...liveIn(audit), ...sheet.live]
    for (const list of otherLists) {
      const file = (await exported(api, technician, 'csv', list)).toString()
      live.push(...liveIn(file), ...readSheet(await exported(api, technician, 'xlsx', list)).live)
      if (!payloads.some((text) => file.includes(text.trim().slice(1, 8)))) failures.add(`${list} has no payload`)
    }
    if (!payloads.some((text) => audit.includes(text.trim().slice(1, 8)))) failures.add('the audit names no payload')
    for (const cell of live) failures.add(`${JSON.stringify(cell)} runs in a spreadsheet`)
    const cells = new Set(cellsOf(csv, ','))
    const changed = honest.filter((text) => !cells.has(text) || !sheet.texts.has(text))
    for (const text of changed) failures.add(`${JSON.stringify(text)} was changed`)
    if (refused > 0) failures.add(`${refused} reports were refused`)
    return {
      counts: {
        payloads: payloads.length,
        live: live.length,
        'honest texts': honest.length,
        changed: changed.length,
      },
      failures: failures.all(),
    }
  },
}
