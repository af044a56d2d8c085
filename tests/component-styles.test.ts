import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { bareCode, checkout, importsOf } from './source.ts'

/*
 * The workspace loads all of Mantine's styles. Pages without sign-in load only the styles that ui.css names, so ui.css
 * must name every component on these pages.
 */

const styled = new Set(
  globSync('node_modules/@mantine/core/styles/*.layer.css', { cwd: checkout }).map((path) =>
    basename(path, '.layer.css'),
  ),
)
const needed: Record<string, string[]> = {
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Switch: ['InlineInput'],
  Modal: ['ModalBase', 'Overlay', 'Paper', 'ScrollArea'],
}
const loaded = [
  ...readFileSync(join(checkout, 'web/src/ui/theme/ui.css'), 'utf8').matchAll(/core\/styles\/([\w-]+)\.layer/g),
].map(([, name = '']) => name)

const missingIn = (source: string): string[] => {
  const components = [...bareCode(source).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => styled.has(name))
  const wanted = components.flatMap((name) => [name, ...(needed[name] ?? [])])
  return [...new Set(wanted)].filter((name) => !loaded.includes(name))
}

/** The files and everything that they import, including lazy imports. */
const reached = (first: string[]): Set<string> => {
  const files = new Set(first)
  for (const file of files) {
    for (const path of importsOf(readFileSync(join(checkout, file), 'utf8'))) {
      const next = join(file, '..', path)
      if (/^\..*\.tsx?$/.test(path) && existsSync(join(checkout, next))) files.add(next)
    }
  }
  return files
}

test('pages without sign-in show only components whose styles they load', () => {
  expect(styled.size, 'nothing was read').toBeGreaterThan(50)
  const files = reached(['web/src/app/entry/main.tsx', 'web/src/app/board/main.tsx'])
  expect(files).toContain('web/src/public/visitor/VisitorPage.tsx')
  const found = [...files].flatMap((file) =>
    missingIn(readFileSync(join(checkout, file), 'utf8')).map((name) => `ui.css does not load ${name} for ${file}`),
  )
  expect(found).toEqual([])
})

test('finds components whose styles are missing', () => {
  expect(missingIn("import { Button, Checkbox } from '@mantine/core'")).toEqual(['Checkbox', 'InlineInput'])
  expect(missingIn("import { type Switch, TextInput } from '@mantine/core'")).toEqual([])
})
