import { assert, property, string } from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { escapeText, fold, type IcalEvent, icalText } from './ical.ts'

const event = (more: Partial<IcalEvent> = {}): IcalEvent => ({
  uid: 'one@cohesion',
  summary: 'Beach cleaning',
  description: 'Bring gloves',
  location: 'Pier 7',
  lngLat: [-122.4, 37.8],
  categories: ['Neighbours'],
  url: 'https://map.example.org/?panel=activities&selected=aoi.7',
  startAt: new Date('2026-11-20T08:30:00Z'),
  endAt: new Date('2026-11-20T10:00:00Z'),
  createdAt: new Date('2026-11-01T00:00:00Z'),
  modifiedAt: new Date('2026-11-02T00:00:00Z'),
  sequence: 3,
  isCancelled: false,
  ...more,
})

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) }
}

test('a calendar program reads what was written', () => {
  const { calendar, events } = read(icalText({ name: 'Harbour, east; west', events: [event()] }))
  // RFC 5545 treats unknown properties as text, but ical.js does not unescape them.
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Harbour\\, east\\; west')
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
  const [one] = events
  expect(one?.summary).toBe('Beach cleaning')
  expect(one?.uid).toBe('one@cohesion')
  expect(one?.sequence).toBe(3)
  expect(one?.startDate.toJSDate()).toEqual(new Date('2026-11-20T08:30:00Z'))
  expect(one?.endDate.toJSDate()).toEqual(new Date('2026-11-20T10:00:00Z'))
  expect(one?.component.getFirstPropertyValue('geo')).toEqual([37.8, -122.4])
  expect(String(one?.component.getFirstPropertyValue('last-modified'))).toBe('2026-11-02T00:00:00Z')
  expect(one?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
})

test('an event that ends at its start has no DTEND, and a deleted event is CANCELLED', () => {
  const startAt = new Date('2026-11-20T08:30:00Z')
  const text = icalText({ name: 'n', events: [event({ startAt, endAt: startAt, isCancelled: true })] })
  expect(text).not.toContain('DTEND')
  expect(text).toContain('STATUS:CANCELLED\r\n')
})

test('a text cannot inject another property', () => {
  const hostile = 'Party\r\nATTACH:http://evil.example/\nEND:VEVENT\rBEGIN:VALARM\u2028X:1\u0000\u0007; a, b\\n "q"'
  const { events } = read(icalText({ name: hostile, events: [event({ summary: hostile, location: hostile })] }))
  expect(events).toHaveLength(1)
  expect(events[0]?.component.getAllSubcomponents()).toEqual([])
  expect(events[0]?.component.getFirstProperty('attach')).toBeNull()
  expect(events[0]?.summary).toBe('Party\nATTACH:http://evil.example/\nEND:VEVENT\nBEGIN:VALARM\nX:1; a, b\\n "q"')
})

test('any name survives, folded into lines of at most 75 octets', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 60 }), string({ unit: 'binary', maxLength: 60 }), (one, two) => {
      const summary = `${one} פיקניק 👩‍👩‍👧 ${two}`
      const text = icalText({ name: two, events: [event({ summary, description: one })] })
      expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(text).not.toContain('\uFFFD')
      const readable = summary
        .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that are removed
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
      expect(read(text).events[0]?.summary).toBe(readable)
    }),
    { numRuns: 25 },
  )
})

test('folding is undone by taking out each line break with its space', () => {
  const line = `SUMMARY:${'ש'.repeat(100)}`
  const folded = fold(line)
  expect(folded.split('\r\n').length).toBeGreaterThan(2)
  expect(folded.replaceAll('\r\n ', '')).toBe(line)
  expect(escapeText('a\\b')).toBe('a\\\\b')
})
