import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Import } from '#contract'
import { linkIn, type MailServer, startMailServer } from '../server/src/testing/mail-server.ts'
import { rowOf, workbookOf } from '../server/src/testing/spreadsheet.ts'
import { prepareFolder } from '../tests/start/prepared-folder.ts'
import { startServer } from '../tests/start/server-process.ts'
import { readRows } from '../trials/world/database.ts'
import { apiAs, readAnswer } from './api.ts'
import { AT_ONCE_MS, expect, openAs, test as shared } from './support.ts'

type OwnServer = { url: string; folder: string; mail: MailServer }

/** Mail is configured for a whole server, so this story has its own. */
const test = shared.extend<object, { ownServer: OwnServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const mail = await startMailServer()
      const folder = join(tmpdir(), `cohesion-e2e-${randomBytes(6).toString('hex')}`)
      await prepareFolder(folder)
      const server = await startServer({
        COHESION_DATA: folder,
        COHESION_DEMO: 'on',
        COHESION_SMTP_URL: mail.url,
        COHESION_MAIL_FROM: 'map@example.org',
      })
      await use({ url: server.url, folder, mail })
      await server.stop()
      await mail.close()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
})

const VOLUNTEERS = 300
const MAILS_PER_HOUR = 100
const names = ['דנה לוי', 'Omer Katz', 'נועה בר־לב', 'Dana O’Neil']

const volunteers = [
  ['שם', 'E-mail', 'תפקיד'],
  ...Array.from({ length: VOLUNTEERS }, (_, index) => [
    `${names[index % names.length]} ${index + 1}`,
    `volunteer${index + 1}@example.org`,
    'Field team',
  ]),
]
const file = {
  name: 'מתנדבים Volunteers.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: workbookOf([{ rows: volunteers.map((cells, index) => rowOf(index + 1, cells)).join('') }]),
}

test('an admin invites 300 volunteers from a spreadsheet, undoes it, and invites them again', async ({
  page,
  request,
  ownServer,
}) => {
  const { folder, mail } = ownServer
  const invitations = async () => {
    const [row] = await readRows<{ count: number }>(
      folder,
      `select count(*)::int as count from invite where email like 'volunteer%'`,
    )
    return row?.count
  }
  const api = await apiAs(request, 'admin')
  const latest = async () => (await api.get<Import[]>('/imports'))[0]?.counts
  await openAs(page, 'admin', '/?panel=imports')

  const importFile = async (text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ])
    await chooser.setFiles(file)
    await expect(page.getByRole('combobox', { name: 'What to import' })).toHaveValue('member')
    await expect(page.getByText(/valid for 14 days\. At most 100 an hour are sent/)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Field for column E-mail' })).toHaveValue('email')
    await expect(page.getByRole('combobox', { name: /Field for column .*תפקיד/ })).toHaveValue('role')
    await expect(page.getByText(text)).toBeVisible({ timeout: AT_ONCE_MS })
    await page.getByRole('button', { name: 'Import 300 rows' }).click()
  }

  await importFile('New 200')
  await expect(page.getByText('300 items imported')).toBeVisible()
  expect(await invitations()).toBe(VOLUNTEERS)
  await expect.poll(() => mail.all().length).toBe(MAILS_PER_HOUR)
  const waiting = await readRows(
    folder,
    `select from delivery where kind = 'invite' and state = 'waiting' and next_attempt_at > now() + interval '30 minutes'`,
  )
  expect(waiting).toHaveLength(VOLUNTEERS - MAILS_PER_HOUR)

  const email = 'volunteer1@example.org'
  const [first] = await mail.until(email)
  const token = new URL(linkIn(first as NonNullable<typeof first>), ownServer.url).searchParams.get('token')
  const headers = { 'x-api-key': 'cohesion-web' }
  const person = { username: 'dana.levi', password: 'a password of hers', firstName: 'דנה', lastName: 'לוי', email }
  const data = { ...person, phone: '+972501234567' }
  await readAnswer(request.post(`/api/cohesion/user/register/${token}`, { headers, data }))

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
  expect(await invitations()).toBe(0)
  expect(await latest()).toMatchObject({ undone: VOLUNTEERS - 1, kept: 1 })

  await page.getByRole('button', { name: 'All imports' }).click()
  await importFile('New 199')
  await expect(page.getByText('299 items imported')).toBeVisible()
  expect(await latest()).toMatchObject({ new: VOLUNTEERS - 1, rejected: 1 })
  expect(await invitations()).toBe(VOLUNTEERS - 1)
})
