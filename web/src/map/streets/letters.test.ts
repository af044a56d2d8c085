import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { lettersIn } from '../../testing/font-letters.ts'
import { streetLetters } from './letters.ts'

const packages = resolve(import.meta.dirname, '../../../../node_modules/@fontsource-variable')
const fileOf = (name: string) => {
  const [font] = /^(rubik|noto-sans-arabic(?=-arabic)|noto-sans)/.exec(name) ?? ['']
  return resolve(packages, font, 'files', name)
}

type Face = { name: string; ranges: [from: number, to: number][]; letters: Set<number> }
const faceOf = (name: string, ranges: readonly string[]): Face => ({
  name,
  ranges: ranges.map((range) => {
    const [from = '', to = from] = range.slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  }),
  letters: lettersIn(fileOf(name)),
})
const faces = streetLetters.map((face) => faceOf(basename(face.url).replace(/\?.*$/, ''), face['unicode-range']))
/** Fonts that every map loads. They draw the letters that are in no range. */
const ofPage = ['latin', 'latin-ext', 'hebrew'].map((set) => lettersIn(fileOf(`rubik-${set}-wght-normal.woff2`)))

const isDrawn = (code: number): boolean => {
  const face = faces.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
  return face ? face.letters.has(code) : ofPage.some((letters) => letters.has(code))
}

/** All letters, marks and digits in the blocks, except those that belong to other scripts. */
const lettersOf = (script: string, ...blocks: [from: number, to: number][]): number[] => {
  const isLetter = /^[\p{L}\p{M}\p{Nd}]$/u
  const isOfScript = new RegExp(`^\\p{Script_Extensions=${script}}$`, 'u')
  return blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((code) => {
      const text = String.fromCodePoint(code)
      return isLetter.test(text) && isOfScript.test(text)
    }),
  )
}

test.each<[script: string, blocks: [number, number][], count: number]>([
  ['Latin', [[0x41, 0x24f], [0x1e00, 0x1eff]], 700], // biome-ignore format: a table
  ['Greek', [[0x370, 0x3e1], [0x3f0, 0x3ff], [0x1f00, 0x1fff]], 300], // biome-ignore format: a table
  ['Cyrillic', [[0x400, 0x52f]], 250],
  ['Hebrew', [[0x5d0, 0x5ea]], 27],
  // Includes the joined forms of letters, because MapLibre draws those.
  ['Arabic', [[0x620, 0x6ff], [0xfb50, 0xfbb1], [0xfe70, 0xfefc]], 350], // biome-ignore format: a table
])('every letter of %s comes from this server', (script, blocks, count) => {
  const letters = lettersOf(script, ...blocks)
  expect(letters.length).toBeGreaterThanOrEqual(count)
  expect(letters.filter((code) => !isDrawn(code)).map((code) => String.fromCodePoint(code))).toEqual([])
})

/**
 * Names nearly always use composed letters. Letters with a separate accent are rare, and the device's font draws them.
 */
test.each<[string, string]>([
  ['Hebrew points, maqaf, geresh and gershayim', '\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8\u05b9\u05bb\u05bc\u05be\u05c1\u05c2\u05f3\u05f4'], // biome-ignore format: a table
  ['Arabic vowels, tatweel, punctuation and digits', '\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0653\u0654\u0655\u0670\u0640\u060c\u061b\u061f\u0660\u0669\u06f0\u06f9'], // biome-ignore format: a table
  ['accents that follow their letter', '\u0300\u0301\u0303\u0304\u0307\u0308\u0309\u0323'],
  ['signs in names of streets', '’‘“”–—·.,/&()-«»№'],
])('%s come from this server', (_, text) => {
  const missing = [...text].map((letter) => letter.codePointAt(0) ?? 0).filter((code) => !isDrawn(code))
  expect(missing.map((code) => `U+${code.toString(16)}`)).toEqual([])
})

test('a range has no letter that its file lacks, because the device would draw it', () => {
  const missing = faces.flatMap(({ name, ranges, letters }) =>
    ranges.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index)
        .filter((code) => /\p{Assigned}/u.test(String.fromCodePoint(code)) && !letters.has(code))
        .map((code) => `${name} U+${code.toString(16)}`),
    ),
  )
  expect(missing).toEqual([])
})
