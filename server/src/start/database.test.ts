import { expect, test } from 'vitest'
import { refuseOldVersion } from './database.ts'

test('PostgreSQL 15 and newer is accepted, in every notation of a version', () => {
  for (const version of ['15.0', '15.18 (Debian 15.18-0+deb12u1)', '18beta1', '20.1']) {
    expect(() => refuseOldVersion(version)).not.toThrow()
  }
  for (const version of ['14.9', '9.6.24']) {
    expect(() => refuseOldVersion(version)).toThrow(
      `DATABASE_URL points to PostgreSQL ${version}; 15 or newer is required`,
    )
  }
})
