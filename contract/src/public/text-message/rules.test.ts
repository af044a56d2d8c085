import { expect, test } from 'vitest'
import { senderNumber, textCommand } from './rules.ts'

test.each([
  'STOP',
  ' stop. ',
  '"Stop"',
  'Unsubscribe!',
  'Cancel',
  'END',
  'quit',
  'הסר',
  'הסרה',
  'הפסק',
  'הפסיקו',
  'עצור.',
  'ביטול',
  '\u200fהסר\u200f',
])('%s alone unsubscribes', (text) => expect(textCommand(text)).toBe('stop'))

test.each(['Stop the water at gate 3', 'הסר את העץ', 'ביטול הפגישה', 'Stop stop', 'End of the road', 'הפסק חשמל', ''])(
  '%s is a message',
  (text) => expect(textCommand(text)).toBeUndefined(),
)

test.each(['START', 'התחל'])('%s alone subscribes again', (text) => expect(textCommand(text)).toBe('start'))

test.each([
  ['+972 50-111-2233', '+972501112233'],
  ['00972501112233', '+972501112233'],
  ['0501112233', '0501112233'],
  ['BANK', undefined],
  ['0000000', undefined],
  ['12345', undefined],
  ['+1234567890123456', undefined],
  ['+97250\n1112233; drop', undefined],
])('the number of the sender %s is %s', (from, number) => expect(senderNumber(from)).toBe(number))
