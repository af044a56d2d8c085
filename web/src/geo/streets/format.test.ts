import { expect, test } from 'vitest'
import { formatBytes } from './format.ts'

test.each(['en', 'he'] as const)('a size is a number with its unit behind it: %s', (language) => {
  const sizes = [0, 600_000, 1e6, 12_340_000, 250e6, 1.3e9].map((bytes) => formatBytes(bytes, language))
  expect(sizes.map((text) => text.slice(1, -1))).toEqual(['0 MB', '0.6 MB', '1 MB', '12.3 MB', '250 MB', '1.3 GB'])
})
