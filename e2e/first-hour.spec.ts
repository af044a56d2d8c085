import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { prepareFolder } from '../tests/start/prepared-folder.ts'
import { type ServerProcess, startServer } from '../tests/start/server-process.ts'
import { test as base, expect } from './support.ts'

const test = base.extend<{ server: ServerProcess }>({
  server: async ({ locale: _ }, use) => {
    const folder = join(tmpdir(), `cohesion-first-hour-${randomBytes(6).toString('hex')}`)
    await prepareFolder(folder)
    const server = await startServer({ COHESION_DATA: folder, COHESION_DEMO: 'off' })
    await use(server)
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  },
  baseURL: async ({ server }, use) => use(server.url),
})

const texts = {
  en: {
    token: /^Token/,
    wrongToken: 'This isn’t the token that was printed when the server started.',
    service: /^Service name/,
    home: /^Home area/,
    found: 'Places found',
    firstName: /^First name/,
    username: /^Username/,
    password: /^Password/,
    create: 'Create and sign in',
    steps: 'Getting started',
    dismiss: 'Dismiss',
    menu: 'Menu',
    counted: 'Events',
    link: 'Show: Public link',
    address: 'Link',
    close: 'Close',
    backup: 'Open: Backup',
    backups: 'Backups',
    type: 'Flooding',
    yes: 'Yes',
    phone: /^Phone number/,
    send: 'Send report',
    thanks: 'Thank you. We received your report.',
  },
  he: {
    token: /^אסימון/,
    wrongToken: 'האסימון אינו זה שהודפס בהפעלת השרת.',
    service: /^שם השירות/,
    home: /^אזור הבית/,
    found: 'מקומות שנמצאו',
    firstName: /^שם פרטי/,
    username: /^שם משתמש/,
    password: /^סיסמה/,
    create: 'יצירה וכניסה',
    steps: 'צעדים ראשונים',
    dismiss: 'הסתרה',
    menu: 'תפריט',
    counted: 'אירועים',
    link: 'הצגה: קישור ציבורי',
    address: 'קישור',
    close: 'סגירה',
    backup: 'פתיחה: גיבוי',
    backups: 'גיבויים',
    type: 'הצפה',
    yes: 'כן',
    phone: /^מספר טלפון/,
    send: 'שליחת הדיווח',
    thanks: 'תודה, הדיווח התקבל',
  },
} as const

for (const language of ['en', 'he'] as const)
  test(`from an empty data folder to a visitor’s report, in ${language}`, async ({
    page,
    context,
    browser,
    server,
    watch,
  }) => {
    test.setTimeout(300_000)
    const words = texts[language]
    const cookie = { name: 'locale', value: language, url: server.url }
    await context.addCookies([cookie])
    let presses = 0
    const press = async (name: string) => {
      presses += 1
      await page.getByRole('button', { name, exact: true }).first().click()
    }

    await page.goto('/')
    // The search for places sends the token too, and a wrong token shows one message.
    await page.getByLabel(words.token).fill('a guess')
    await page.getByLabel(words.home).fill('Haifa')
    await expect(page.getByText(words.wrongToken)).toHaveCount(1)
    watch.complaints.splice(0)
    await page.getByLabel(words.token).fill(/this token: (\S+)/.exec(server.said())?.[1] ?? '')
    await page.getByLabel(words.service).fill('Carmel')
    await page.getByLabel(words.home).fill('Haifa')
    presses += 1
    await page.getByRole('list', { name: words.found }).getByRole('button').first().click()
    await page.getByLabel(words.firstName).fill('Dana')
    await page.getByLabel(words.username).fill('dana')
    await page.getByLabel(words.password).first().fill('correct horse battery')
    await press(words.create)

    const steps = page.getByRole('region', { name: words.steps })
    await expect(steps.getByRole('listitem')).toHaveCount(8)
    await press(words.link)
    const link = await page.getByRole('textbox', { name: words.address, exact: true }).inputValue()
    presses += 1
    await page.getByRole('dialog').getByRole('button', { name: words.close, exact: true }).click()
    await expect(steps.locator('[data-done]')).toHaveCount(5)

    const visitor = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      geolocation: { longitude: 34.99, latitude: 32.79 },
      permissions: ['geolocation'],
    })
    await visitor.addCookies([cookie])
    const phone = await visitor.newPage()
    let visitorPresses = 0
    const tap = async (target: Locator) => {
      visitorPresses += 1
      await target.tap()
    }
    await phone.goto(link)
    const begun = Date.now()
    await tap(phone.getByRole('button', { name: words.type, exact: true }))
    await tap(phone.getByRole('radio', { name: words.yes, exact: true }).first())
    await phone.getByRole('textbox', { name: words.firstName }).fill('Noa')
    await phone.getByRole('textbox', { name: words.phone }).fill('+972 50 555 0101')
    await tap(phone.getByRole('button', { name: words.send }))
    await expect(phone.getByText(words.thanks)).toBeVisible()
    const seconds = ((Date.now() - begun) / 1000).toFixed(1)
    const measured = `${visitorPresses} presses of the visitor besides the contact fields, ${seconds} s`
    test.info().annotations.push({ type: 'measured', description: measured })
    expect(visitorPresses).toBeLessThanOrEqual(4)
    await visitor.close()

    await expect(page.getByRole('button', { name: new RegExp(words.type) }).first()).toContainText('Noa')
    test.info().annotations.push({ type: 'measured', description: `${presses} presses of the administrator` })
    expect(presses).toBeLessThanOrEqual(12)

    await expect(page.getByRole('group', { name: words.counted, exact: true }), 'what the footer counts').toBeVisible()
    await steps.getByRole('button', { name: words.dismiss, exact: true }).click()
    await expect(steps).toHaveCount(0)
    await page.getByRole('button', { name: words.menu, exact: true }).click()
    await page.getByRole('menuitem', { name: words.steps, exact: true }).click()
    await expect(steps).toBeVisible()

    // The step scrolls to its section, which is far down in the server settings.
    await steps.getByRole('button', { name: words.backup }).click()
    await expect(page.getByRole('heading', { name: words.backups })).toBeInViewport()
  })
