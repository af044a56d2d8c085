import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dutyWeeks, onDutyAt } from './weeks.ts'

const rota = {
  memberIds: ['dana', 'omer', 'noa'],
  startsOn: '2026-03-01',
  handoverAt: '08:00',
  timeZone: 'Asia/Jerusalem',
  swaps: [],
}
const at = (text: string) => Date.parse(text)

describe('a rota', () => {
  test('gives each member a week in turn, starting on its first day', () => {
    expect(onDutyAt(rota, at('2026-03-01T05:59:59Z'))).toBeUndefined()
    expect(onDutyAt(rota, at('2026-03-01T06:00:00Z'))?.memberId).toBe('dana')
    expect(onDutyAt(rota, at('2026-03-08T05:59:59Z'))?.memberId).toBe('dana')
    expect(onDutyAt(rota, at('2026-03-08T06:00:00Z'))?.memberId).toBe('omer')
    expect(onDutyAt(rota, at('2026-03-22T06:00:00Z'))?.memberId).toBe('dana')
  })

  test('hands over at the same time on the clock when clocks change', () => {
    const [before, after] = dutyWeeks(rota, at('2026-03-25T00:00:00Z'), at('2026-03-30T00:00:00Z'))
    expect(before).toMatchObject({ week: '2026-03-22', until: at('2026-03-29T05:00:00Z') })
    expect(after).toMatchObject({ week: '2026-03-29', from: at('2026-03-29T05:00:00Z'), memberId: 'omer' })
  })

  test('gives a swapped week to the other member, and no other week', () => {
    const swapped = { ...rota, swaps: [{ week: '2026-03-08', memberId: 'noa' }] }
    const weeks = dutyWeeks(swapped, at('2026-03-02T00:00:00Z'), at('2026-03-20T00:00:00Z'))
    expect(weeks.map(({ memberId, isSwapped }) => [memberId, isSwapped])).toEqual([
      ['dana', false],
      ['noa', true],
      ['noa', false],
    ])
  })

  test('has exactly one member on duty at any time after it starts', () => {
    const moment = fc.date({ min: new Date('2026-03-02'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.constantFrom('UTC', 'Asia/Jerusalem', 'America/New_York'), (now, timeZone) => {
        const time = now.getTime()
        const week = onDutyAt({ ...rota, timeZone }, time)
        expect(week && week.from <= time && time < week.until).toBe(true)
        expect(onDutyAt({ ...rota, timeZone }, week?.until ?? 0)?.from).toBe(week?.until)
      }),
    )
  })
})
