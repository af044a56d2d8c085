import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { bareCode, checkout, filesUnder } from './source.ts'

/*
 * Mantine's styles are loaded component by component, beside what uses them: a component whose styles only a neighbour
 * loads looks right until it is shown without that neighbour.
 */

const styled = new Set(
  globSync('node_modules/@mantine/core/styles/*.layer.css', { cwd: checkout }).map((path) =>
    basename(path, '.layer.css'),
  ),
)
/** Styles that a component needs besides its own. */
const needed: Record<string, string[]> = { Checkbox: ['InlineInput'], Radio: ['InlineInput'], Switch: ['InlineInput'] }

const stylesIn = (source: string): string[] =>
  [...source.matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/g)].map(([, name = '']) => name)

const everywhere = stylesIn(readFileSync(join(checkout, 'web/src/ui/theme/ui.css'), 'utf8'))

const missingIn = (source: string): string[] => {
  const code = bareCode(source)
  const components = [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => styled.has(name))
  const loaded = [...everywhere, ...stylesIn(code)]
  const wanted = components.flatMap((name) => [name, ...(needed[name] ?? [])])
  return [...new Set(wanted)].filter((name) => !loaded.includes(name))
}

test('a file that shows a component of Mantine loads its styles', () => {
  expect(styled.size, 'nothing was read').toBeGreaterThan(50)
  const files = filesUnder('web/src', '.tsx').filter((file) => !file.includes('.test.'))
  const found = files.flatMap((file) =>
    missingIn(readFileSync(join(checkout, file), 'utf8')).map((name) => `${file} does not load the styles of ${name}`),
  )
  expect(found).toEqual([])
})

test('what must not pass is caught', () => {
  expect(missingIn("import { Button, Checkbox } from '@mantine/core'")).toEqual(['Checkbox', 'InlineInput'])
  expect(missingIn("import { type Switch, TextInput } from '@mantine/core'")).toEqual([])
})
