// `npm run screens`: pictures of every screen of the demo, in both sizes, languages and themes, with an index page.
// `npm run screens -- Team Profile`: only these.
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { screens } from '../e2e/screens.ts'
import { signIn } from '../e2e/support.ts'
import config from '../playwright.config.ts'
import { startServer } from '../tests/start/server-process.ts'
import { findChromium } from './lib/chromium.js'
import { checkout } from './lib/processes.js'
import { Problem, run, step } from './lib/steps.js'

const folder = join(checkout, 'screens')
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const looks = Object.keys(sizes).flatMap((size) =>
  ['en', 'he'].flatMap((language) => ['light', 'dark'].map((theme) => ({ size, language, theme }))),
)

await run(async () => {
  const wanted = process.argv.slice(2)
  const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  if (chosen.length === 0) throw new Problem(`Choose from ${screens.map(({ name }) => name).join(', ')}`)
  const executablePath = await findChromium()
  const data = join(tmpdir(), `cohesion-screens-${randomBytes(6).toString('hex')}`)
  const server = await startServer({ COHESION_DATA: data, COHESION_DEMO: 'on' })
  const browser = await chromium.launch({ executablePath, args: config.use?.launchOptions?.args ?? [] })
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const look of looks)
      await step(Object.values(look).join(', '), () => takeAll(browser, server.url, look, chosen))
    writeFileSync(join(folder, 'index.html'), indexPage(chosen))
  } finally {
    await browser.close()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
  console.log(`open ${join(folder, 'index.html')}`)
})

async function takeAll(browser, baseURL, look, chosen) {
  const sessions = new Map()
  for (const screen of chosen) {
    if (!sessions.has(screen.as)) sessions.set(screen.as, await newPage(browser, baseURL, look, screen.as))
    const page = sessions.get(screen.as)
    await page.goto(screen.path)
    await screen.show?.(page)
    writeFileSync(join(folder, fileOf(screen, look)), await settledPicture(page))
  }
  for (const page of sessions.values()) await page.context().close()
}

async function newPage(browser, baseURL, { size, language, theme }, account) {
  const context = await browser.newContext({
    baseURL,
    viewport: sizes[size],
    hasTouch: size === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'locale', value: language, url: baseURL }])
  const page = await context.newPage()
  if (account) await signIn(page, account)
  return page
}

/** Two pictures in a row that are the same: whatever was loading, or drawn in software, is there. */
async function settledPicture(page) {
  const patience = 30
  let last = Buffer.alloc(0)
  for (let take = 0; take < patience; take++) {
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (picture.equals(last)) return picture
    last = picture
  }
  return last
}

function fileOf({ name }, { size, language, theme }) {
  return `${name.toLowerCase().replaceAll(' ', '-')}.${size}.${language}.${theme}.png`
}

function indexPage(chosen) {
  const picture = (screen, look) =>
    `<a href="${fileOf(screen, look)}"><img loading="lazy" height="300" src="${fileOf(screen, look)}" alt="${Object.values(look).join(', ')}"></a>`
  const section = (screen) => `<h2>${screen.name}</h2><p>${looks.map((look) => picture(screen, look)).join('\n')}</p>`
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body { font: 14px system-ui; margin: 24px; background: #888 } img { margin: 4px; border-radius: 4px }</style>
${chosen.map(section).join('\n')}\n`
}
