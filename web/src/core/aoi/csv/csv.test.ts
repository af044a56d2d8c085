import { expect, test } from 'vitest'
import type { AoiSummary } from '#contract'
import { type CsvTexts, makeCsv } from './csv.ts'

const texts: CsvTexts = {
  name: 'Name',
  created: 'Created date',
  phone: 'Creator phone',
  creator: 'Creator name',
  address: 'Address',
  place: (lat, lng) => `Lat ${lat}, Long ${lng}`,
  ofType: (question, type) => `${question} (${type})`,
}

type EventParts = {
  name: string
  address?: string
  phone?: string
  type?: [id: string, name: string]
  answers?: object
}
const event = ({ name, address, phone, type, answers = {} }: EventParts) =>
  ({
    address: address ?? null,
    geometry: [{ coordinates: [-122.4194, 37.7749, 1] }],
    properties: {
      name,
      creationTime: new Date(2026, 2, 5, 7, 4).toISOString(),
      creator: phone ? { firstName: 'Dana', lastName: 'Levi', username: 'dana', photo: null, phone } : null,
      publicAction: type
        ? {
            _id: type[0],
            name: type[1],
            fields: Object.entries(answers).map(([_id, value]) => ({ _id, name: `${_id}?`, value })),
          }
        : null,
    },
  }) as unknown as AoiSummary

const fileOf = (events: AoiSummary[], questions: Parameters<typeof makeCsv>[1] = []) => {
  const csv = makeCsv(texts, questions)
  csv.add(events)
  return [...csv.parts(2)].join('')
}

test('a file starts with a byte-order mark and the columns, and has a line per event', () => {
  const file = fileOf([
    event({ name: 'Gate, open', address: 'Main St 1', phone: '+1 415 555 0110' }),
    event({ name: '=cmd' }),
    event({ name: 'Third' }),
  ])
  expect(file).toBe(
    '\uFEFFName,Created date,Creator phone,Creator name,Address\r\n' +
      '"Gate, open",2026-03-05 07:04,+1 415 555 0110,Dana Levi,Main St 1\r\n' +
      '\'=cmd,2026-03-05 07:04,,,"Lat 37.77, Long -122.42"\r\n' +
      'Third,2026-03-05 07:04,,,"Lat 37.77, Long -122.42"\r\n',
  )
})

test('every question has a column, and a shared question names its type', () => {
  const flood = ['f', 'Flood'] as [string, string]
  const fire = ['x', 'Fire'] as [string, string]
  const questions = [
    { id: 'f1', question: 'How many?', typeId: 'f', type: 'Flood' },
    {
      id: 'f2',
      question: 'How deep?',
      typeId: 'f',
      type: 'Flood',
      answerText: (value: string) => value && `${value}!`,
    },
    { id: 'x1', question: 'How many?', typeId: 'x', type: 'Fire' },
    { id: 'n1', question: 'How loud?', typeId: 'n', type: 'Noise' },
  ]
  const [header, first, second] = fileOf(
    [
      event({ name: 'A', type: flood, answers: { f2: 'knee', old: 'yes' } }),
      event({ name: 'B', type: fire, answers: { x1: '-3' } }),
    ],
    questions,
  ).split('\r\n')
  expect(header).toMatch(/Address,How many\? \(Flood\),How deep\?,How many\? \(Fire\),old\?$/)
  expect(first).toMatch(/,knee!,,yes$/)
  expect(second).toMatch(/,,-3,$/)
})

test("an archived question with answers has a column in the reader's language", () => {
  const flood = ['f', 'Flood'] as [string, string]
  const once = { typeId: 'f', type: 'הצפה', isArchived: true }
  const questions = [
    { id: 'f1', question: 'כמה עמוק?', ...once },
    { id: 'f2', question: 'ממתי?', ...once },
  ]
  const [header] = fileOf([event({ name: 'A', type: flood, answers: { f1: 'knee' } })], questions).split('\r\n')
  expect(header).toMatch(/Address,כמה עמוק\?$/)
})
