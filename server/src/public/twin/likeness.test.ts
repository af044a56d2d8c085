import { describe, expect, test } from 'vitest'
import type { LngLat } from '#contract'
import { measureLikeness } from '../../testing/twin-measure.ts'
import { seededReports } from '../../testing/twin-reports.ts'
import { type ComparedReport, likenessOf, prepareReport, SHOWN_SCORE, SUGGESTED_SCORE } from './likeness.ts'

const range = { radiusMetres: 150, hours: 24 }
const noon = new Date('2026-11-16T12:00:00Z')
const place: LngLat = [34.99, 32.79]

const report = (text: string, more: Partial<ComparedReport> = {}) =>
  prepareReport({ typeId: 'a', typeName: 'Blocked road', place, createdAt: noon, text, answers: [], ...more })

const scoreOf = (text: string, other: string, more: Partial<ComparedReport> = {}) =>
  likenessOf(report(text), report(other, more), range)?.score ?? 0

describe('likeness', () => {
  test('gives its reasons: distance, age and the words in common', () => {
    const other = report('עץ נפל', { place: [34.9906, 32.79], createdAt: new Date(noon.getTime() - 12 * 60_000) })
    expect(likenessOf(report('A tree fell on the road'), other, range)).toEqual({
      score: expect.closeTo(1, 0),
      metres: 56,
      minutes: 12,
      words: ['tree', 'fell'],
    })
  })

  test('names rare words before common ones', () => {
    const text = 'Somebody today said quickly again that a tree fell'
    expect(likenessOf(report(text), report(text), range)?.words.slice(0, 2)).toEqual(['tree', 'fell'])
  })

  test('the same event in the other language is suggested, another event nearby is not', () => {
    expect(scoreOf('A tree fell and blocks the road', 'עץ נפל וחוסם את הכביש')).toBeGreaterThan(SUGGESTED_SCORE)
    expect(scoreOf('A tree fell and blocks the road', 'נחש בחצר')).toBeLessThan(SHOWN_SCORE)
  })

  test('a related type scores between an unrelated type and the same type', () => {
    const texts = ['Tree on the road', 'tree, road'] as const
    const kindred = scoreOf(...texts, { typeId: 'b', typeName: 'כביש מוצף' })
    const stranger = scoreOf(...texts, { typeId: 'c', typeName: 'Noise' })
    expect(scoreOf(...texts)).toBeGreaterThan(kindred)
    expect(kindred).toBeGreaterThan(stranger)
  })

  test('answers to the same question count for and against', () => {
    const answers = [{ questionId: 'q', value: 'Yes' }]
    const asked = report('tree', { answers })
    const score = (value: string) =>
      likenessOf(asked, report('road', { answers: [{ questionId: 'q', value }] }), range)?.score ?? 0
    expect(score('yes ')).toBeGreaterThan(score('no'))
  })

  test('reports beyond the range, or with a range of zero, are not alike', () => {
    const far = report('A tree fell', { place: [34.992, 32.79] })
    const old = report('A tree fell', { createdAt: new Date(noon.getTime() - 25 * 3_600_000) })
    expect(likenessOf(report('A tree fell'), far, range)).toBeUndefined()
    expect(likenessOf(report('A tree fell'), old, range)).toBeUndefined()
    expect(likenessOf(report('A tree fell'), report('A tree fell'), { radiusMetres: 0, hours: 24 })).toBeUndefined()
    expect(likenessOf(report('A tree fell'), report('A tree fell'), { radiusMetres: 150, hours: 0 })).toBeUndefined()
  })

  test('seeded duplicates in both languages rank among the first three', () => {
    const { twins, recall, precision } = measureLikeness(seededReports(1000, 7), range)
    expect(twins).toBeGreaterThan(150)
    expect(recall).toBeGreaterThanOrEqual(0.85)
    expect(precision).toBeGreaterThanOrEqual(0.9)
  })
})
