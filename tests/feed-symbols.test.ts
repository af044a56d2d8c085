import { expect, test } from 'vitest'
import drawn from '../server/src/exchange/feed/symbols.json' with { type: 'json' }
import { symbols } from '../web/src/ui/icons/all-symbols.ts'
import { pathsOf } from '../web/src/ui/icons/icon-paths.ts'

test('KML feeds draw every symbol that an event type can have, as the map does', () => {
  const paths = Object.fromEntries(Object.entries(symbols).map(([name, icon]) => [name, pathsOf(icon)]))
  expect(drawn).toEqual(paths)
})
