import { type Browser, chromium, type Page } from '@playwright/test'
import { withoutMap } from '../e2e/browser.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import type { Api, Member } from './world/api.ts'
import { trialResources } from './world/resources.ts'
import { RAN, scriptPayloads } from './world/script-payloads.ts'
import { addService, type SecondService } from './world/second-service.ts'
import { sharedServer } from './world/server.ts'
import { atOnce } from './world/work.ts'

const languages = ['en', 'he'] as const
/** Rich texts and entries are long enough for many payloads: so many share one event, and its card shows them all. */
const TOGETHER = 30
/** Lists of settings show each payload as a name of its own. */
const SCROLL_STEPS = 60
const SETTLE_MS = 1_000

type Scene = { api: Api; service: SecondService; payloads: readonly string[] }

/** A name takes 200 characters at most, and every payload fits. */
const inGroups = (payloads: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(payloads.length / TOGETHER) }, (_, index) =>
    payloads.slice(index * TOGETHER, (index + 1) * TOGETHER).join('\n'),
  )

const questionOf = async ({ api, service: { technician } }: Scene, name: string) => {
  const fields = [{ name, value: name, kind: 'text', isRequired: false }]
  const body = { name, guide: `<p>Stay away.</p>${name}`, unit: 'Number', value: '1', fields }
  const type = await api.must(api.send('POST', '/public-actions', { ...technician, body }))
  return { typeId: type._id as string, questionId: type.fields[0]._id as string }
}

/** One event whose name, address and answer are the payload; the number and key of the first of them are returned. */
const report = async (
  { api, service: { technician } }: Scene,
  { typeId, questionId }: { typeId: string; questionId: string },
  { name, description, nonce }: { name: string; description: string; nonce: number },
) => {
  const form = new FormData()
  const publicAction = JSON.stringify({ publicActionId: typeId, fields: [{ _id: questionId, value: name }] })
  const parts = {
    name,
    address: name,
    description,
    nonce: String(nonce),
    startCoordinates: '[-122.42,37.77,1]',
    publicAction,
  }
  for (const [key, value] of Object.entries(parts)) form.set(key, value)
  return (await api.must(api.send('POST', '/aoi', { ...technician, body: form }))) as { number: number }
}

/** Everything that takes a text, for each payload. Returns the nonces of events whose cards show the long texts. */
const fillService = async (scene: Scene, owner: Member): Promise<string[]> => {
  const { api, service, payloads } = scene
  const { technician } = service
  const post = (path: string, body: object, as: Member = technician) =>
    api.must(api.send('POST', path, { ...as, body }))
  const first = payloads[1] ?? ''
  const type = await questionOf(scene, first)
  let nonce = Date.now() * 10
  await atOnce(8, payloads.length, async (index) => {
    await report(scene, type, { name: payloads[index] ?? '', description: '', nonce: nonce + index })
  })
  nonce += payloads.length
  const longTexts = inGroups(payloads)
  const cards = await atOnce(4, longTexts.length, async (index) => {
    const text = longTexts[index] ?? ''
    const key = nonce + index
    const { number } = await report(scene, type, { name: first, description: text, nonce: key })
    await post(`/aoi/${number}/add-log`, { text })
    return String(key)
  })
  const role = { actions: [], publicActions: [], isViewer: false, defaultView: 'MAP', defaultMetrics: [] }
  await atOnce(4, payloads.length, async (index) => {
    const name = payloads[index] ?? ''
    await post('/roles', { ...role, name })
    await post('/actions', { name, unit: 'Text', value: name })
  })
  for (const name of payloads.filter((_, index) => index % 10 === 0)) await questionOf(scene, name)
  const { _id: communityId } = await post('/community-servers/communities', { title: first })
  await atOnce(4, payloads.length, (index) => {
    const name = payloads[index] ?? ''
    return post('/community-servers/groups', {
      name,
      description: `<p>Together.</p>${name}`,
      location: name,
      communityId,
    })
  })
  const { key } = await post('/sensors/ingest-keys', { name: first })
  await api.must(
    api.send('POST', '/sensors/ingest', {
      headers: { 'x-ingest-key': key },
      body: payloads
        .slice(0, 50)
        .map((serial) => ({ serial, parameters: [{ parameter: serial.slice(0, 50), value: 1 }] })),
    }),
  )
  const profile = { firstName: first.slice(0, 100), lastName: first.slice(0, 100) }
  await api.must(api.send('PATCH', '/user/profile', { ...technician, body: profile }))
  await post(
    '/settings/notices',
    { text: longTexts[0] ?? '', translations: { he: { text: longTexts[0] } }, expiresAt: null },
    owner,
  )
  await post('/settings/terms', { en: longTexts.join(''), he: longTexts.join('') })
  return cards
}

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
    const scene: Scene = { api, service, payloads: scriptPayloads }
    const cards = await fillService(scene, owner)
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
      for (const path of [...pages, ...cards.map((nonce) => `/?selected=aoi.${nonce}`)]) {
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
