import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WORD_EDGE, wordPatterns, wordsOf } from './meaning.ts'
import { Postings } from './postings.ts'
import { LetterBuffer, mostWords, TextWords } from './text-words.ts'
import { Texts } from './texts.ts'
import { Vocabulary } from './vocabulary.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ש', '-'), maxLength: 4 })
const word = letters.filter((letters) => letters !== '')

const BEFORE = 3
const letterBuffer = new LetterBuffer()
const encoded = (textWords: TextWords, text: string, from: number, to: number): number[] => {
  const codes = new Uint32Array(BEFORE + mostWords(to - from))
  const count = textWords.encode(letterBuffer.lettersOf(text), from, to, codes, BEFORE)
  expect([...codes.subarray(0, BEFORE)]).toEqual([0, 0, 0])
  return [...codes.subarray(BEFORE, BEFORE + count)]
}

describe('words', () => {
  test('of texts as columns of letters are those of the same texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ש', '😀', ' ', ' ', '\n', '\x1e'), maxLength: 40 })
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.nat().map(String)), { maxLength: 50 }), (texts) => {
        const [vocabulary, plain] = [new Vocabulary(), new Vocabulary()]
        const textWords = new TextWords(vocabulary)
        for (const one of texts) {
          const codes = wordsOf(one).map((word) => plain.encode(word))
          expect(encoded(textWords, `.${one}.`, 1, one.length + 1)).toEqual(codes)
        }
      }),
    )
    const vocabulary = new Vocabulary()
    const [many, textWords] = [Array.from({ length: 10_000 }, (_, at) => `w${at}`), new TextWords(vocabulary)]
    for (const text of [many.join(' '), many.join('\n')])
      expect(encoded(textWords, text, 0, text.length)).toEqual([...many.keys()])
  })

  test('have a piece at their beginning, at their end or anywhere', () => {
    fc.assert(
      fc.property(fc.array(word), word, (words, piece) => {
        const vocabulary = new Vocabulary()
        for (const one of words) vocabulary.encode(one)
        const all = [...new Set(words)]
        const having = (sought: string) => [...vocabulary.matching(sought)].flat().map((code) => all[code])
        expect(vocabulary.size).toBe(all.length)
        expect(having(piece)).toEqual(all.filter((one) => one.includes(piece)))
        expect(having(WORD_EDGE + piece)).toEqual(all.filter((one) => one.startsWith(piece)))
        expect(having(piece + WORD_EDGE)).toEqual(all.filter((one) => one.endsWith(piece)))
        expect(having(WORD_EDGE + piece + WORD_EDGE)).toEqual(all.filter((one) => one === piece))
      }),
    )
  })

  test('are found however many there are', () => {
    const vocabulary = new Vocabulary()
    const codes = Array.from({ length: 20_000 }, (_, at) => vocabulary.encode(`lamp${at}`))
    expect(codes).toEqual([...codes.keys()])
    expect([...vocabulary.matching('lamp')].flat()).toEqual(codes)
    expect([...vocabulary.matching('lamp19999')].flat()).toEqual([19_999])
    expect(
      [...vocabulary.matching('819')]
        .flat()
        .map((code) => `lamp${code}`)
        .every((one) => one.includes('819')),
    ).toBe(true)
  })

  test('are what stands between spaces and line ends', () => {
    expect(wordsOf('  gas, שבור\nthe-end ')).toEqual(['gas,', 'שבור', 'the-end'])
    expect(wordsOf('')).toEqual([])
  })
})

test('what is sought is anywhere in a word, or at its beginning if it is short, or in words that follow each other', () => {
  expect(wordPatterns('Road')).toEqual(['road'])
  expect(wordPatterns('RO')).toEqual(['\nro'])
  expect(wordPatterns('old road by')).toEqual(['old\n', '\nroad\n', '\nby'])
  expect(wordPatterns('a b c d e f g').at(-1), 'goes on after the last').toBe('\nf\n')
  expect(wordPatterns('a\x1fb'), 'joins texts, and tells nothing of words').toEqual([])
})

const text = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 })

describe('texts', () => {
  test('tell the row of every position', () => {
    fc.assert(
      fc.property(fc.array(text), (rows) => {
        const texts = new Texts()
        for (const words of rows) texts.add(words)
        const expected = rows.flatMap((words, row) => words.map(() => row))
        expect(Array.from({ length: texts.length }, (_, position) => texts.rowAt(position))).toEqual(expected)
      }),
    )
  })

  test('tell whether a word has the wanted ones beside it, in the same row', () => {
    fc.assert(
      fc.property(
        fc.array(text),
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }),
        (rows, turn) => {
          const texts = new Texts()
          for (const words of rows) texts.add(words)
          const kinds = turn.map((code) => Uint8Array.from({ length: 6 }, (_, other) => Number(other === code)))
          const expected = rows.flatMap((words) =>
            words.flatMap((_, at) => (turn.every((code, next) => words[at + next] === code) ? [true] : [])),
          ).length
          for (const own of turn.keys()) {
            const positions = Array.from({ length: texts.length }, (_, position) => position)
            const others = kinds.flatMap((isMatch, at) => (at === own ? [] : { isMatch, distance: at - own }))
            const isThere = (position: number) =>
              kinds[own]?.[texts.words[position] ?? 0] && texts.hasNeighbours(position, others)
            expect(positions.filter(isThere)).toHaveLength(expected)
          }
        },
      ),
    )
  })

  test('are found by their words, whenever they came', async () => {
    const later = fc.array(fc.integer({ min: 0, max: 8 }))
    await fc.assert(
      fc.asyncProperty(fc.array(text), fc.array(later), async (early, late) => {
        const texts = new Texts()
        for (const words of early) texts.add(words)
        const postings = await Postings.build(texts, 6)
        for (const words of late) {
          const from = texts.add(words)
          for (const [at, word] of words.entries()) postings.add(word, from + at)
        }
        const all = [...early, ...late].flat()
        for (let word = 0; word < 9; word++) {
          const [built, added] = postings.positionsOf(word)
          expect(postings.countOf(word)).toBe(built.length + added.length)
          expect([...built, ...added]).toEqual(all.flatMap((code, position) => (code === word ? position : [])))
        }
      }),
    )
  })
})
