import { expect, test } from 'vitest'
import { backupsEnd } from './rules.ts'

test('what is erased in 30 days is in the backups of the night before, which 14 later ones push out', () => {
  const end = backupsEnd(new Date('2026-11-16T10:00:00Z'), { erasedInDays: 30, backupDays: 14 })
  expect(end.toISOString()).toBe('2026-12-31T10:00:00.000Z')
})
