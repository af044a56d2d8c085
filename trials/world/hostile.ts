import type { Random } from './random.ts'

/** Texts that have broken parsers, databases and spreadsheets before. */
const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  'NaN',
  'null',
  'undefined',
  '-1',
  '1e309',
  '9007199254740993',
  '0x10',
  '-0',
  '00000000-0000-0000-0000-000000000000',
  "' or 1=1 --",
  '"); drop table aoi; --',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '%zz',
  '\r\nset-cookie: a=b',
  '🏳️‍🌈'.repeat(50),
  'שלום\u202e abc \u202c',
  'x'.repeat(70_000),
  '<'.repeat(199_000),
  'AET',
  'SystemV/AST4',
  '-4714-01-01T00:00:00Z',
  '-210867000000001',
  '9e307',
  '['.repeat(5_000),
  '{"a":'.repeat(500),
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'constructor',
  '__proto__',
] as const

const numbers = [
  -210_867_000_000_001,
  9e307,
  0,
  -0,
  -1,
  1.5,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MIN_VALUE,
] as const

export const hostileText = (random: Random): string => random.pick(texts)

/** A random JSON value, usually of the wrong type. */
export const hostileValue = (random: Random, depth = 0): unknown => {
  const kind = random.below(depth > 3 ? 5 : 8)
  if (kind <= 1) return hostileText(random)
  if (kind === 2) return random.pick(numbers)
  if (kind === 3) return random.pick([true, false, null])
  if (kind === 4) return []
  if (kind === 5) return Array.from({ length: 1 + random.below(4) }, () => hostileValue(random, depth + 1))
  if (kind === 6) return Array.from({ length: 2_000 }, (_, index) => index)
  const keys = ['_id', 'id', 'name', 'serviceId', 'type', '__proto__', 'constructor', '$gt', 'toString', '']
  return Object.fromEntries(
    Array.from({ length: 1 + random.below(4) }, () => [random.pick(keys), hostileValue(random, depth + 1)]),
  )
}
