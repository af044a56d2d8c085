import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../testing/i18n.ts'
import { directionOf, dotted } from './isolated.ts'

const plain = (text: string) => text.replace(/\u2068/g, '[').replace(/\u2069/g, ']')
const page = (dir: 'ltr' | 'rtl') => {
  document.documentElement.dir = dir
}
afterEach(() => page('ltr'))

test('on an English page a Hebrew fact is isolated, so that the number after it stays there', () => {
  expect(plain(dotted(['תומר לוי', '34 mins ago', false, undefined, '#59']))).toBe('[תומר לוי] · 34 mins ago · #59')
})

test('on a Hebrew page English facts and phone numbers are isolated', () => {
  page('rtl')
  expect(plain(dotted(['Gate 3', 'לפני 34 דק׳', '+1 415 555 0138']))).toBe('[Gate 3] · לפני 34 דק׳ · [+1 415 555 0138]')
})

test('a fact that is isolated already is not isolated twice', () => {
  expect(plain(dotted(['\u2066תומר 3\u2069']))).not.toContain('[')
})

let t: Awaited<ReturnType<typeof startTestI18n>>
beforeAll(async () => {
  t = await startTestI18n()
})

test('a sentence isolates only values of the other direction', () => {
  expect(plain(t('metric.deleted', { name: 'מפונים 3' }))).toBe('Metric [מפונים 3] deleted')
  expect(plain(t('metric.deleted', { name: 'Evacuated 3' }))).toBe('Metric Evacuated 3 deleted')
})

test('an address with Hebrew words reads from the right on a Hebrew page, whatever its first word', () => {
  expect(directionOf('Marina Boulevard, ליד Avila Street')).toBe('auto')
  page('rtl')
  expect(directionOf('Marina Boulevard, ליד Avila Street')).toBe('rtl')
  expect(directionOf('Park Street 1400, Alameda')).toBe('auto')
})
