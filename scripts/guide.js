// `npm run guide`: takes the pictures for docs/guide from the demo, in both languages.
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { languageCodes } from '../contract/src/platform/language/language.ts'
import { withMap } from '../e2e/browser.ts'
import { screens } from '../e2e/screens.ts'
import { findChromium } from './lib/chromium.js'
import { checkout } from './lib/processes.js'
import { settledPicture, slug, visit, withDemo } from './lib/screens.js'
import { Problem, run, step } from './lib/steps.js'

const folder = join(checkout, 'docs/guide/pictures')
// This demo downloads no streets, and the hint about that would cover the map in every picture.
const dismissed = ['cohesion.streets.dismissed']

await run(async () => {
  const executablePath = await findChromium()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await withDemo(async (url) => {
    for (const language of languageCodes) {
      const shown = shownIn(language)
      // Visitor pages are shown on a phone, the others on a desktop.
      for (const [size, chosen] of Object.entries(Object.groupBy(shown, ({ as }) => (as ? 'desk' : 'phone'))))
        await step(`${language}, ${size}`, () =>
          visit(
            { ...withMap, executablePath },
            url,
            { size, language, theme: 'light', dismissed },
            chosen,
            (screen, page) => keep(page, `${slug(screen.name)}.${language}.webp`),
          ),
        )
    }
  })
})

function shownIn(language) {
  const pages = globSync(`docs/guide/${language}/*.md`, { cwd: checkout })
  const text = pages.map((page) => readFileSync(join(checkout, page), 'utf8')).join('')
  const named = new Set([...text.matchAll(/pictures\/([\w-]+)\./g)].map(([, name]) => name))
  return [...named].map((name) => {
    const screen = screens.find((one) => slug(one.name) === name)
    if (!screen) throw new Problem(`The guide shows ${name}, and there is no such screen`)
    return screen
  })
}

async function keep(page, name) {
  await sharp(await settledPicture(page))
    .resize({ width: 1100, withoutEnlargement: true })
    .webp({ quality: 70 })
    .toFile(join(folder, name))
}
