import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Action, mayEver, userTypes } from '#contract'
import { checkout } from './source.ts'

const read = (path: string) => readFileSync(join(checkout, path), 'utf8')
const sources = globSync(['server/src/**/*.ts', 'contract/src/**/api.ts'], { cwd: checkout }).filter(
  (path) => !path.includes('.test.'),
)
const matchesOf = (pattern: RegExp) =>
  [...new Set(sources.flatMap((path) => [...read(path).matchAll(pattern)].map(([, word = '']) => word)))].sort()

/** Whether some member lacks the right. Only such rights can be refused, and then appear in the audit. */
const isRefusable = (right: string) =>
  userTypes.some((type) =>
    [true, false].some((isViewer) => {
      const actor = {
        id: '',
        name: '',
        type,
        serviceId: '',
        visibleServiceIds: [],
        isViewer,
        isServerOwner: false,
        mayExport: false,
        token: null,
      }
      return !mayEver(actor, right as Action)
    }),
  )

describe.each(['en', 'he'])('the audit in %s', (language) => {
  const { audit } = JSON.parse(read(`web/src/i18n/${language}/admin.json`)) as {
    audit: { action: Record<string, string>; kind: Record<string, string> }
  }

  test('has a text for every action that is recorded or can be refused', () => {
    const actions = [
      ...matchesOf(/\baction: '([a-zA-Z]+\.[a-zA-Z]+|setup)'/g),
      ...matchesOf(/\bneeds: '(\w+\.\w+)'/g).filter(isRefusable),
    ]
    expect(actions.length).toBeGreaterThan(40)
    expect(actions.filter((action) => !audit.action[action.replace('.', '_')])).toEqual([])
  })

  test('has a text for every kind of target', () => {
    const kinds = matchesOf(/\btargetKind: '(\w+)'/g)
    expect(kinds.length).toBeGreaterThan(8)
    expect(kinds.filter((kind) => !audit.kind[kind])).toEqual([])
  })
})
