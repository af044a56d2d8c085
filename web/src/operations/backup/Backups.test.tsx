import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Backups as BackupsOfServer, backupApi, Problem } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { Backups } from './Backups.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => void answer.mockReset())

const plain = (element: HTMLElement) => element.textContent?.replace(/[\u2068\u2069]/g, '')
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const nightly = { isOn: true, time: '02:30', keep: 7 }
const server = (more: Partial<BackupsOfServer> = {}): BackupsOfServer => ({
  place: '/srv/backups',
  isEncrypted: false,
  nightly,
  isRunning: false,
  problem: null,
  placeProblem: null,
  lastGoodAt: minutesAgo(125),
  isTooOld: false,
  isRestoring: false,
  restoreProblem: null,
  backups: [
    {
      name: 'cohesion-nightly-1.tar.zst',
      kind: 'nightly',
      createdAt: minutesAgo(125),
      bytes: 12_340_000,
      isEncrypted: false,
    },
    {
      name: 'cohesion-manual-1.tar.zst.enc',
      kind: 'manual',
      createdAt: minutesAgo(9000),
      bytes: 10,
      isEncrypted: true,
    },
  ],
  ...more,
})

test('shows the age of the last good backup and the stored backups', async () => {
  answer.mockResolvedValue(server())
  show(<Backups serverName="Haifa" />)
  const section = await screen.findByRole('region', { name: 'Backups' })
  expect(plain(await within(section).findByText(/Last successful backup/))).toBe('Last successful backup: 2 hours ago')
  const rows = within(screen.getByRole('list', { name: 'Stored backups' })).getAllByRole('listitem')
  expect(rows.map((row) => plain(row)?.replace(/^.*\d\d:\d\d/, ''))).toEqual([
    'Nightly, 12.3 MB',
    'Manual, 0.1 MB, encrypted',
  ])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an old backup and a failed one cause warnings', async () => {
  answer.mockResolvedValue(server({ isTooOld: true, problem: 'ENOSPC' }))
  show(<Backups serverName="Haifa" />)
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(plain)).toEqual([
    'The last successful backup is more than two days old.',
    'The last backup failed: ENOSPC',
  ])
})

test('a download asks for the password and reports a wrong one', async () => {
  const user = userEvent.setup()
  const wrong = new Problem('invalid', { fields: { password: 'form.passwordWrong' } })
  answer.mockResolvedValueOnce(server()).mockRejectedValueOnce(wrong)
  show(<Backups serverName="Haifa" />)
  const [first] = await screen.findAllByRole('button', { name: /^Download the backup from/ })
  if (first) await user.click(first)
  await user.type(await screen.findByLabelText(/^Your password/), 'guess')
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText('This password is wrong.')).toBeDefined()
  expect(answer).toHaveBeenLastCalledWith(backupApi.download, {
    params: { name: 'cohesion-nightly-1.tar.zst' },
    body: { password: 'guess' },
  })
})

test('time and number of nightly backups are validated and saved', async () => {
  const user = userEvent.setup()
  answer.mockResolvedValue(server())
  show(<Backups serverName="Haifa" />)
  const keep = await screen.findByLabelText('Nightly backups to keep')
  await user.clear(keep)
  await user.type(keep, '14')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(answer).toHaveBeenLastCalledWith(backupApi.change, { body: { ...nightly, keep: 14 } })
})

test('a restore requires the server’s name and password, then shows the server as unavailable', async () => {
  const user = userEvent.setup()
  answer.mockImplementation(async (endpoint) => server({ isRestoring: endpoint === backupApi.restore }))
  show(<Backups serverName="Haifa" />)
  const [, second] = await screen.findAllByRole('button', { name: /^Restore the backup from/ })
  if (second) await user.click(second)
  const name = await screen.findByLabelText(/Haifa/)
  await user.type(name, 'Hafia')
  await user.type(screen.getByLabelText(/^Your password/), 'a long password')
  await user.type(screen.getByLabelText(/^Passphrase/), 'open sesame')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Type the server’s name exactly.')).toBeDefined()
  expect(answer).toHaveBeenCalledTimes(1)
  await user.clear(name)
  await user.type(name, 'Haifa')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(answer).toHaveBeenCalledWith(backupApi.restore, {
    params: { name: 'cohesion-manual-1.tar.zst.enc' },
    body: { serverName: 'Haifa', password: 'a long password', passphrase: 'open sesame' },
  })
  expect(await screen.findByText(/^Checking the backup/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull()
})

test('a failed restore shows the reason and that nothing changed', async () => {
  answer.mockResolvedValue(server({ restoreProblem: 'The archive is damaged' }))
  show(<Backups serverName="Haifa" />)
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(plain)).toEqual(['The restore failed and nothing was changed: The archive is damaged'])
})

test('an unreadable location is shown with its reason, without the warning about old backups', async () => {
  answer.mockResolvedValue(server({ placeProblem: 'placeAway', isTooOld: true, backups: [] }))
  show(<Backups serverName="Bay" />)
  expect((await screen.findAllByRole('alert')).map(plain)).toEqual([
    'The backup location can’t be read: The backup location isn’t responding.',
  ])
})
