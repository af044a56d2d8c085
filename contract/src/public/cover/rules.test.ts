import { expect, test } from 'vitest'
import { COVER, coverWords, splitWords, wordsIn } from './rules.ts'

test('a name is covered wherever it occurs, in any case, but not inside other words', () => {
  expect(coverWords('Cohen, and COHEN’s son. Cohenville.', ['cohen'])).toBe(`${COVER}, and COHEN’s son. Cohenville.`)
  expect(coverWords('הרכב של כהן, ליד הכהן', ['כהן'])).toBe(`הרכב של ${COVER}, ליד הכהן`)
})

test('number plates, phone numbers and e-mail addresses count as words', () => {
  expect(wordsIn('Plate (12-345-67), call +972-50-1234567 or a.b@example.org.')).toEqual([
    'Plate',
    '12-345-67',
    'call',
    '972-50-1234567',
    'or',
    'a.b@example.org',
  ])
})

test('the last word of a truncated text is covered if it may be the beginning of a covered word', () => {
  expect(coverWords('It was Jonath…', ['Jonathan'])).toBe(`It was ${COVER}…`)
  expect(coverWords('It was Jonath', ['Jonathan'])).toBe('It was Jonath')
})

test('the pieces add up to the whole text', () => {
  for (const text of ['', ' a ', 'שלום, עולם!', '…'])
    expect(
      splitWords(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
})
