import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareCode, checkout, filesUnder } from './source.ts'

/*
 * Hebrew mirrors the page, but left and right would stay where they are. Styles therefore use start and end:
 * margin-inline-start, inset-inline-end, text-align: start; in Mantine ms, me, ps, pe.
 */

const physicalCss = [
  /\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/g,
  /\bborder-(?:top|bottom)-(?:left|right)-radius\b/g,
  /(?<![\w-])(?:left|right)\s*:/g,
  /\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/g,
]
const physicalCode = [
  /\b(?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)\w*\b/g,
  /\bborder(?:Top|Bottom)(?:Left|Right)Radius\b/g,
  /(?<![\w.-])(?:left|right)\s*:/g,
  /\b(?:textAlign|float|clear)\s*:\s*['"](?:left|right)['"]/g,
  /\s(?:ml|mr|pl|pr|left|right|bdl|bdr)=/g,
  /\bta=(?:\{\s*)?['"](?:left|right)['"]/g,
]

/** MapLibre measures in pixels of its canvas, which is never mirrored. */
const maps = /^web\/src\/map\//

test('styles use no left and no right', () => {
  const files = filesUnder('web/src', '.css', '.ts', '.tsx')
  expect(files.length, 'nothing was read').toBeGreaterThan(0)
  const found = files.flatMap((file) => physicalIn(file, readFileSync(join(checkout, file), 'utf8')))
  expect(found).toEqual([])
})

test('forbidden properties are found', () => {
  const caught = (file: string, source: string) => physicalIn(file, source).length
  expect(caught('a.css', '.a { margin-left: 1px; left: 0; text-align: right; padding-inline-start: 0 }')).toBe(3)
  expect(caught('a.css', '.a { inset-inline-start: 0; margin-inline: 1px } /* left: 0 */')).toBe(0)
  expect(caught('a.tsx', '<Box ml={4} ta="left" style={{ right: 0, marginLeft: 2, textAlign: \'left\' }} />')).toBe(5)
  expect(caught('a.tsx', '<Box ms={4} ta="start" /> ; rect.left')).toBe(0)
})

function physicalIn(file: string, source: string): string[] {
  if (maps.test(file) && !file.endsWith('.css')) return []
  const code = bareCode(source)
  const patterns = file.endsWith('.css') ? physicalCss : physicalCode
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(
      (match) => `${file}:${code.slice(0, match.index).split('\n').length} ${match[0].trim()}`,
    ),
  )
}
