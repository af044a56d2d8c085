import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quietUntil } from './rules.ts'

const night = { from: '22:00', to: '07:00', timeZone: 'Asia/Jerusalem' }

test('quiet hours can last past midnight in the member’s time zone', () => {
  expect(quietUntil(night, new Date('2026-01-10T21:30:00Z'))).toEqual(new Date('2026-01-11T05:00:00Z'))
  expect(quietUntil(night, new Date('2026-01-11T04:59:59Z'))).toEqual(new Date('2026-01-11T05:00:00Z'))
  expect(quietUntil(night, new Date('2026-01-11T05:00:00Z'))).toBeUndefined()
  expect(quietUntil(night, new Date('2026-01-11T19:59:00Z'))).toBeUndefined()
  expect(quietUntil(null, new Date())).toBeUndefined()
})

test('quiet hours end within a day, and notifications are allowed at that time', () => {
  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`)
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(clock, clock, moment, (from, to, now) => {
      fc.pre(from !== to)
      // Only zones without daylight saving time: in others a night can be an hour longer.
      for (const timeZone of ['UTC', 'Asia/Kolkata', 'America/Phoenix']) {
        const until = quietUntil({ from, to, timeZone }, now)
        if (!until) continue
        expect(until.getTime()).toBeGreaterThan(now.getTime())
        expect(until.getTime() - now.getTime()).toBeLessThan(86_400_000)
        expect(quietUntil({ from, to, timeZone }, until)).toBeUndefined()
      }
    }),
  )
})
