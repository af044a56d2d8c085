import { type Browser, chromium, type Page } from '@playwright/test'
import { withoutMap } from '../e2e/browser.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import { readOperations } from './world/openapi.ts'
import { trialResources } from './world/resources.ts'
import { RAN, scriptPayloads } from './world/script-payloads.ts'
import { fillDetails } from './world/scripted-details.ts'
import { fillExchange } from './world/scripted-exchange.ts'
import { fillPlans, fillPublicLoop } from './world/scripted-loop.ts'
import { fillRules, fillServer } from './world/scripted-server.ts'
import { type FilledService, fillService } from './world/scripted-service.ts'
import { addService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'
import { noteTexts } from './world/text-fields.ts'

const languages = ['en', 'he'] as const
const sample = scriptPayloads.filter(({ length }) => length <= 100).slice(0, 15)
const SCROLL_STEPS = 60
const SETTLE_MS = 1_000

/** Runs in the page. Scrolls each list by nearly its height, and returns whether all lists are at their end. */
const scrollOn = `
  [...document.querySelectorAll('*')]
    .filter((element) => element.scrollHeight > element.clientHeight + 40)
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
    .map((list) => {
      const before = list.scrollTop
      list.scrollTop += list.clientHeight * 0.9
      return list.scrollTop === before
    })
    .every(Boolean)`

const countTexts = `document.body.innerText.split('${RAN}').length - 1`

/**
 * Scrolls every list of the page to its end, so that each row is rendered once. Then clicks elements of payloads that
 * run on a click.
 */
const showAll = async (page: Page): Promise<void> => {
  for (let step = 0; step < SCROLL_STEPS; step++) {
    const isAtEnd = await page.evaluate<boolean>(scrollOn)
    await page.waitForTimeout(50)
    if (isAtEnd) break
  }
  const texts = page.getByText('press', { exact: true })
  for (const element of await texts.all()) await element.click({ timeout: 1000 }).catch(() => {})
}

const pages = [
  '/',
  '/?panel=eventssettings',
  '/?panel=teamssettings',
  '/?panel=servicesettings',
  '/?panel=users',
  '/?panel=groups',
  '/?view=dashboard',
  '/?form=new',
  '/sensors',
  '/audit',
  '/terms',
  '/?panel=activities',
  '/?panel=regions',
  '/?panel=rules',
  '/?panel=warnings',
  '/?panel=warningfeeds',
  '/?panel=alarms',
  '/?panel=aois',
  '/?view=review',
  '/?panel=teamssettings&tab=actions',
  '/?panel=metrics',
  '/?panel=serversettings',
  '/?panel=settings',
  '/?panel=edituser',
  '/?panel=groups&form=new',
  '/calendar?view=calendar',
]

const addressesOf = ({ cards, link, follows }: FilledService): string[] => [
  ...pages,
  ...cards.map((nonce) => `/?selected=aoi.${nonce}`),
  `/invite?token=${link}`,
  `/invite?token=${link}&type=activities`,
  ...follows.map((follow) => `/invite?follow=${follow}`),
]

const ownersPages = ['/?panel=serversettings', '/?panel=aois', '/audit']

/** Opens a browser that counts the payloads that ran and those that a page showed as text. */
const openCounter = async (browser: Browser, url: string, language: string, token: string) => {
  const counts = { shown: 0, ran: 0, seenTexts: 0 }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  await context.addCookies([{ name: 'locale', value: language, url }])
  await context.exposeFunction(RAN, () => {
    counts.ran++
  })
  await context.addInitScript({ content: `localStorage.setItem('cohesion.token', '${token}')` })
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    counts.ran++
    void dialog.dismiss()
  })
  const look = async (open: (page: Page) => Promise<unknown>): Promise<number> => {
    const before = counts.ran
    await open(page)
    // A live stream keeps the network busy for ever, so a fixed pause lets the page render and a payload run.
    await page.waitForTimeout(SETTLE_MS)
    await showAll(page)
    counts.shown++
    counts.seenTexts += await page.evaluate<number>(countTexts)
    return counts.ran - before
  }
  return { counts, look, close: () => context.close() }
}

export const trial: Trial = {
  id: 'R10',
  title: 'Scripts in every text field, shown in a browser in both languages',
  isInTests: true,
  run: async ({ isQuick }): Promise<Outcome> => {
    const failures = failureList()
    const { api: plainApi, url, folder, mail } = await sharedServer()
    const { api, missing } = noteTexts(plainApi, RAN)
    const owner = await api.signIn('technician')
    const service = await addService(api, owner)
    const payloads = isQuick ? sample : scriptPayloads
    const scene = { api, service, payloads }
    const filled = await fillService(scene, owner)
    await fillRules(scene)
    await fillPlans(scene)
    const details = await fillDetails(scene, owner)
    const imports = await fillExchange(scene)
    const loop = await fillPublicLoop(scene)
    const mails = await fillServer(scene, owner, { folder, mail })
    await api.must(api.send('POST', '/user/update-terms', service.technician))
    for (const field of missing(await readOperations(api))) failures.add(`no payload was sent as ${field}`)
    // Rendering takes minutes. A quick run only fills every field and reports fields that got no payload.
    if (isQuick) return { counts: { payloads: payloads.length, pages: 'none' }, failures: failures.all() }

    const browser: Browser = await chromium.launch(withoutMap)
    const closeBrowser = trialResources.add(() => browser.close())
    const total = { shown: 0, ran: 0, seenTexts: 0 }
    for (const language of languages)
      for (const { token, paths } of [
        {
          token: service.technician.token,
          paths: [
            ...addressesOf(filled),
            ...details,
            imports,
            loop.board,
            ...loop.follows.map((follow) => `/invite?follow=${follow}`),
          ],
        },
        { token: owner.token, paths: ownersPages },
      ]) {
        const { counts, look, close } = await openCounter(browser, url, language, token)
        for (const path of paths) {
          const ran = await look((page) => page.goto(url + path))
          if (ran > 0) failures.add(`${language} ${path}: ${ran} payloads ran`)
        }
        for (const html of mails) {
          const ran = await look(async (page) => {
            // On an empty page, the mail is shown without the content security policy of our pages.
            await page.goto('about:blank')
            await page.setContent(html)
          })
          if (ran > 0) failures.add(`${ran} payloads ran in a mail`)
        }
        await close()
        for (const name of ['shown', 'ran', 'seenTexts'] as const) total[name] += counts[name]
      }
    await closeBrowser()
    // If the pages show no payloads, the trial proves nothing.
    if (total.seenTexts < scriptPayloads.length) failures.add(`only ${total.seenTexts} payloads were seen on a page`)
    return {
      counts: {
        payloads: scriptPayloads.length,
        pages: total.shown,
        mails: mails.length,
        'seen as text': total.seenTexts,
        ran: total.ran,
      },
      failures: failures.all(),
    }
  },
}
