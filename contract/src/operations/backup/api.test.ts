import { expect, test } from 'vitest'
import { backupsEnd } from './api.ts'

test('data erased after 30 days stays in backups until 14 later ones replace them', () => {
  const end = backupsEnd(new Date('2026-11-16T10:00:00Z'), { erasedInDays: 30, backupDays: 14 })
  expect(end.toISOString()).toBe('2026-12-31T10:00:00.000Z')
})
