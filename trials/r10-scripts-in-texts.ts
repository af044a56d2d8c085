import { type Browser, chromium, type Page } from '@playwright/test'
import { withoutMap } from '../e2e/browser.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import { trialResources } from './world/resources.ts'
import { RAN, scriptPayloads } from './world/script-payloads.ts'
import { type FilledService, fillService } from './world/scripted-service.ts'
import { addService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'

const languages = ['en', 'he'] as const
/** Lists of settings show each payload as a name of its own. */
const SCROLL_STEPS = 60
const SETTLE_MS = 1_000

/** Runs in the page: moves each list on by nearly its height, and answers whether all of them are at their ends. */
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

/** Runs in the page: how often a payload stands on it as text. */
const countTexts = `document.body.innerText.split('${RAN}').length - 1`

/** Scrolls every list of the page to its end, so that each row was drawn once, and presses what a payload offers. */
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

export const trial: Trial = {
  id: 'R10',
  title: 'Scripts in everything that takes a text, shown in a browser in both languages',
  run: async ({ isQuick }): Promise<Outcome> => {
    // A browser takes longer to start than the sample of all other trials together.
    if (isQuick) return { counts: { payloads: 'none' }, failures: [] }
    const failures = failureList()
    const { api, url } = await sharedServer()
    const owner = await api.signIn('technician')
    const service = await addService(api, owner)
    const filled = await fillService({ api, service, payloads: scriptPayloads }, owner)
    await api.must(api.send('POST', '/user/update-terms', service.technician))

    const browser: Browser = await chromium.launch(withoutMap)
    const closeBrowser = trialResources.add(() => browser.close())
    let shown = 0
    let ran = 0
    let seenTexts = 0
    for (const language of languages) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
      await context.addCookies([{ name: 'locale', value: language, url }])
      await context.exposeFunction(RAN, () => {
        ran++
      })
      await context.addInitScript({ content: `localStorage.setItem('cohesion.token', '${service.technician.token}')` })
      const page = await context.newPage()
      page.on('dialog', (dialog) => {
        ran++
        void dialog.dismiss()
      })
      for (const path of addressesOf(filled)) {
        const before = ran
        await page.goto(url + path)
        // A live stream keeps the network busy for ever, so the page gets a moment to draw and a payload one to run.
        await page.waitForTimeout(SETTLE_MS)
        await showAll(page)
        shown++
        seenTexts += await page.evaluate<number>(countTexts)
        if (ran > before) failures.add(`${language} ${path}: ${ran - before} payloads ran`)
      }
      await context.close()
    }
    await closeBrowser()
    // A page that shows no payload at all proves nothing.
    if (seenTexts < scriptPayloads.length) failures.add(`only ${seenTexts} payloads were seen on a page`)
    return {
      counts: { payloads: scriptPayloads.length, pages: shown, 'seen as text': seenTexts, ran },
      failures: failures.all(),
    }
  },
}
