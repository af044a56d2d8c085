// `npm run screens`: pictures of every screen of the demo, in both sizes, languages and themes, with an index page.
// `npm run screens -- Team Profile`: only these. Each is also held against the rules of accessibility.
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { barriers } from '../e2e/barriers.ts'
import { withMap, withoutMap } from '../e2e/browser.ts'
import { screens } from '../e2e/screens.ts'
import { openAs } from '../e2e/support.ts'
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
  const found = []
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const look of looks)
      await step(nameOf(look), () =>
        visit({ ...withMap, executablePath }, server.url, look, chosen, async (screen, page) =>
          writeFileSync(join(folder, fileOf(screen, look)), await settledPicture(page)),
        ),
      )
    writeFileSync(join(folder, 'index.html'), indexPage(chosen))
    // Without the map, which is drawn in software here: looking through a page with it takes five times as long.
    for (const look of looks)
      await step(`barriers in ${nameOf(look)}`, () =>
        visit({ ...withoutMap, executablePath }, server.url, look, chosen, async (screen, page) => {
          for (const barrier of await barriers(page)) found.push(`${screen.name} (${nameOf(look)}): ${barrier}`)
        }),
      )
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
  console.log(`open ${join(folder, 'index.html')}`)
  if (found.length > 0) throw new Problem(['Barriers:', ...found].join('\n'))
})

function nameOf(look) {
  return Object.values(look).join(', ')
}

/** Opens every screen as the one who uses it, and does something with it. */
async function visit(launch, baseURL, look, chosen, work) {
  const browser = await chromium.launch(launch)
  try {
    for (const screen of chosen) {
      const page = await newPage(browser, baseURL, look)
      if (screen.as) await openAs(page, screen.as, screen.path)
      else await page.goto(screen.path)
      await screen.show?.(page)
      await work(screen, page)
      await page.context().close()
    }
  } finally {
    await browser.close()
  }
}

async function newPage(browser, baseURL, { size, language, theme }) {
  const context = await browser.newContext({
    baseURL,
    viewport: sizes[size],
    hasTouch: size === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'locale', value: language, url: baseURL }])
  return context.newPage()
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
