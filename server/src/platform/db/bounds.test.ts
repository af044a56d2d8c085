import { afterAll, expect, test } from 'vitest'
import { isNumberText, SentTime, TimeZone } from '#contract'
import { testDatabase } from '../../testing/database.ts'

const { pool, close } = await testDatabase()
afterAll(close)

const legacy = [
  'Asia/Kolkata',
  'Israel',
  'Japan',
  'US/Eastern',
  'EST5EDT',
  'Etc/GMT+5',
  'GMT',
  'CET',
  'EST',
  'UCT',
  'utc',
]
const unknownToPostgres = [
  'AET',
  'ART',
  'PST',
  'SST',
  'vst',
  'SystemV/AST4',
  'systemv/ast4',
  'US/Pacific-New',
  '+03:00',
]

test('PostgreSQL knows each time zone that is accepted', async () => {
  for (const name of [...Intl.supportedValuesOf('timeZone'), ...legacy]) {
    expect(TimeZone.parse(name)).toBe(name)
    await pool.query('select now() at time zone $1::text', [name])
  }
})

test.each(unknownToPostgres)('the time zone %s is refused', (name) => {
  expect(TimeZone.safeParse(name).success).toBe(false)
})

test('PostgreSQL stores each time that is accepted', async () => {
  for (const sent of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', 0, '-62135596800000']) {
    const { rows } = await pool.query('select $1::timestamptz as at', [SentTime.parse(sent)])
    expect(rows[0].at).toEqual(SentTime.parse(sent))
  }
  for (const sent of [
    '-004714-01-01T00:00:00Z',
    '-210867000000001',
    -62_135_596_800_001,
    '+010000-01-01T00:00:00Z',
    'x',
  ])
    expect(SentTime.safeParse(sent).success, String(sent)).toBe(false)
})

test('numbers have bounds', () => {
  for (const text of ['0', '-12.5', '1e15', ' 7 ']) expect(isNumberText(text), text).toBe(true)
  for (const text of ['', ' ', '9e307', '-1e16', 'NaN', 'Infinity', '1e309', 'ten'])
    expect(isNumberText(text), text).toBe(false)
})
