import { expect, test } from 'vitest'
import { backupProblemText } from '#contract'
import { ArchiveProblem } from './format.ts'
import { backupProblemOf } from './problem.ts'
import { listBackups } from './state.ts'

const withCode = (code: string) => Object.assign(new Error(`${code}: something in English`), { code })

test('every failure has a code', () => {
  expect(backupProblemOf(withCode('ENOSPC'))).toBe('noSpace')
  expect(backupProblemOf(withCode('EACCES'))).toBe('noAccess')
  expect(backupProblemOf(withCode('ENOENT'))).toBe('placeMissing')
  expect(backupProblemOf(withCode('ECONNREFUSED'))).toBe('placeAway')
  expect(backupProblemOf(Object.assign(new Error('no'), { name: 'NoSuchBucket' }))).toBe('placeMissing')
  expect(backupProblemOf(withCode('57P01'))).toBe('databaseAway')
  expect(backupProblemOf(new ArchiveProblem('The archive is damaged: it ends too early'))).toBe('damaged')
  expect(backupProblemOf(new ArchiveProblem('The passphrase is wrong, or the archive is damaged'))).toBe(
    'wrongPassphrase',
  )
  expect(backupProblemOf(new TypeError('undefined is not a function'))).toBe('unknown')
  expect(backupProblemOf(undefined)).toBe('unknown')
})

test('an unreadable location has a code, and sentences stored earlier are shown as they are', async () => {
  const open = async () => {
    throw withCode('EACCES')
  }
  expect((await listBackups(open)).placeProblem).toBe('noAccess')
  expect(backupProblemText('noAccess', 'he')).toMatch(/^[^A-Za-z]+$/)
  expect(backupProblemText('no space left on device', 'he')).toBe('no space left on device')
})
