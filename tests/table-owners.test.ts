import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, placeOf } from './import-rules.ts'
import { checkout, filesUnder } from './source.ts'

/** Tables by the feature that writes them. Other features call the actions of that feature. */
const owned: Record<string, string> = {
  'platform/clock': 'quarantine server_clock',
  'platform/db': 'kysely_migration replica_heartbeat upgrade_note',
  'platform/delivery': 'delivery',
  'platform/files': 'file',
  // An audit entry commits with its change, so the platform writes it for every request; people/audit reads the
  // entries.
  'platform/http': 'attempt audit audit_refusal failed_request refusal server_hour',
  'platform/outbox': 'outbox',
  'platform/push': 'push_device',
  'platform/secret': 'secret',

  'people/invite': 'invite reentry_link',
  'people/role': 'role role_action role_event_type',
  'people/second-factor': 'recovery_code second_factor sign_in_ticket',
  'people/service': 'service',
  'people/session': 'known_device session',
  'people/setting': 'notice server_setting',
  'people/token': 'api_token',
  'people/user': 'approval_request email_confirmation member member_service presence',

  'messaging/notification': 'notification',
  'messaging/sms': 'sms_stop',
  'messaging/webhook': 'webhook',

  'core/action': 'action',
  'core/aoi': 'aoi aoi_answer aoi_local_map aoi_read aoi_sensor log_entry share subscriber twin_claim twin_dismissal',
  'core/community': 'aoi_group community community_group criterion group_member',
  'core/event-type': 'event_type question',
  'core/metric': 'metric',
  'core/region': 'local_map region',

  'alarms/escalation': 'escalation escalation_notice escalation_plan escalation_receiver',
  'alarms/rota': 'rota rota_swap',
  'alarms/rule': 'alarm mute rule rule_listening rule_state',
  'alarms/sensor':
    'ingest_key sensor sensor_day sensor_hour sensor_log sensor_media_job sensor_reading sensor_sum_backlog sensor_sum_job',

  'public/board': 'board public_text',
  'public/review': 'held_report review_setting',
  'public/text-message': 'text_inbox text_received',
  'public/visitor': 'public_link reporter_contact reporter_text visitor',

  'exchange/calendar': 'calendar_feed',
  'exchange/feed': 'feed',
  'exchange/import': 'import import_row',
  'exchange/warning': 'warning warning_feed',

  'operations/backup': 'backup_setting',
  'operations/starter': 'starter_item',
  'operations/status': 'job',
}
const ownerOf = new Map(
  Object.entries(owned).flatMap(([feature, tables]) => tables.split(' ').map((table) => [table, feature] as const)),
)

/** Code that changes whole services or members may write every table. */
const writesAll =
  /^server\/src\/(demo|testing|operations\/backup|platform\/db\/migrations)\/|^server\/src\/(operations\/organisation|people\/user)\/erase\.ts$/

/** Files that take the table from a variable. For the first four, a call of their function counts as a write. */
const unnamed: Record<string, readonly string[]> = {
  'server/src/platform/clock/batch.ts': [],
  'server/src/platform/db/erase.ts': [],
  'server/src/platform/db/order.ts': [],
  'server/src/platform/db/swap-texts.ts': [],
  'server/src/alarms/sensor/prune.ts': ['sensor_reading', 'sensor_hour'],
  'server/src/alarms/sensor/sums.ts': ['sensor_hour', 'sensor_day'],
}

const VARIABLE = 'a variable'
const writing = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:['"`](\w+)|(?=\w))/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:"?(\w+)|(?=\$\{))/gi,
  /\bupdate\s+(?:only\s+)?(?:"?(\w+)"?|\$\{[^}]*\})(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\b(?:eraseInBatches|putInOrder)\(\s*\w+,\s*(?:'(\w+)'|(?=\w))/g,
  /\bdeletionOf\(\s*(?:'(\w+)'|(?=\w))/g,
  /\bswapTexts\(\s*\w+,\s*(?:\{\s*table:\s*'(\w+)'|(?=\w|\{))/g,
]

/** Tables that the code of a file writes, in snake case. */
const writtenBy = (source: string): string[] => {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gm, '')
  return writing.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(
      ([, table]) => table?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? VARIABLE,
    ),
  )
}

const files = filesUnder('server/src', '.ts').filter((file) => !isTest(file))
const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
const writes = files
  .filter((file) => !writesAll.test(file))
  .flatMap((file) => [...writtenBy(read(file)), ...(unnamed[file] ?? [])].map((table) => ({ file, table })))
const featureOf = (file: string) => {
  const { layer, feature } = placeOf(file)
  return `${layer}/${feature}`
}

test('only the owner of a table writes it', () => {
  const foreign = writes
    .filter(({ file, table }) => !(table === VARIABLE && file in unnamed) && ownerOf.get(table) !== featureOf(file))
    .map(({ file, table }) => `${file} writes ${table} of ${ownerOf.get(table) ?? 'nobody'}`)
  expect([...new Set(foreign)]).toEqual([])
})

test('each table in the list is written by its owner', () => {
  const written = new Set(writes.map(({ table }) => table))
  const elsewhere = files.filter((file) => writesAll.test(file)).flatMap((file) => writtenBy(read(file)))
  expect([...ownerOf.keys()].filter((table) => !written.has(table) && !elsewhere.includes(table))).toEqual([])
})

test.each([
  ["db.insertInto('roleAction').values(rows)", 'role_action'],
  ['sql`update aoi a set place = point(0, 0)`', 'aoi'],
  ['sql`\n  delete from\n push_device where true`', 'push_device'],
  ['sql`merge into member using them on true`', 'member'],
  ["await putInOrder(db, 'event_type', ids, now)", 'event_type'],
  [`sql\`delete from \${sql.table(table)} where true\``, VARIABLE],
  ['db.deleteFrom(table).execute()', VARIABLE],
  ["await swapTexts(db, { table: 'region', column: 'name', rows, from, to })", 'region'],
  ["await swapTexts(db, { table, column: 'name', rows, from, to })", VARIABLE],
  ['await swapTexts(db, swap)', VARIABLE],
  ['await eraseInBatches(db, table, condition)', VARIABLE],
  ['deletionOf(table, at, condition)', VARIABLE],
])('a write is found in %s', (code, table) => {
  expect(writtenBy(code)).toEqual([table])
})
