// `npm run screens`: takes screenshots of every screen of the demo, in both sizes, languages and themes, with an index
// page. `npm run screens -- Team Profile --phone --he` limits the screens and the looks. Each screen is also checked
// against the rules of accessibility; `--barriers` only checks, and takes no screenshots.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { barriers } from '../e2e/barriers.ts'
import { withMap, withoutMap } from '../e2e/browser.ts'
import { screens } from '../e2e/screens.ts'
import { findChromium } from './lib/chromium.js'
import { checkout } from './lib/processes.js'
import { looks as allLooks, settledPicture, slug, visit, withDemo } from './lib/screens.js'
import { Problem, run, step } from './lib/steps.js'

const folder = join(checkout, 'screens')

await run(async () => {
  const args = process.argv.slice(2)
  const flags = args.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
  const names = args.filter((word) => !word.startsWith('--'))
  const isPainted = !flags.includes('barriers')
  const looks = looksFor(flags.filter((flag) => flag !== 'barriers'))
  const chosen = screens.filter(({ name }) => names.length === 0 || names.includes(name))
  if (chosen.length === 0) throw new Problem(`Choose from ${screens.map(({ name }) => name).join(', ')}`)
  const executablePath = await findChromium()
  const findings = []
  const note = (screen, look, text) => {
    findings.push(`${screen.name} (${nameOf(look)}): ${text}`)
    console.log(findings.at(-1))
  }
  const missedIn = (look) => (screen, problem) => note(screen, look, `cannot be shown: ${problem.message}`)
  if (isPainted) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  }
  for (const isFirstRun of [false, true]) {
    const group = chosen.filter((screen) => Boolean(screen.isFirstRun) === isFirstRun)
    if (group.length === 0) continue
    await withDemo(
      async (url) => {
        if (isPainted)
          for (const look of looks)
            await step(nameOf(look), () =>
              visit(
                { ...withMap, executablePath },
                url,
                look,
                group,
                async (screen, page) => writeFileSync(join(folder, fileOf(screen, look)), await settledPicture(page)),
                missedIn(look),
              ),
            )
        // Runs without WebGL, because axe takes five times as long with a map.
        for (const look of looks)
          await step(`barriers in ${nameOf(look)}`, () =>
            visit(
              { ...withoutMap, executablePath },
              url,
              look,
              group,
              async (screen, page) => {
                for (const barrier of await barriers(page)) note(screen, look, barrier)
              },
              missedIn(look),
            ),
          )
      },
      { isFirstRun },
    )
  }
  if (isPainted) {
    writeFileSync(join(folder, 'index.html'), indexPage(chosen, looks))
    console.log(`open ${join(folder, 'index.html')}`)
  }
  if (findings.length > 0) throw new Problem(`${findings.length} findings, as said above`)
})

/**
 * Returns the looks for these flags, or all looks without flags. A flag for size, language or theme excludes the
 * others.
 */
function looksFor(flags) {
  const lookNames = allLooks.flatMap((look) => Object.values(look))
  const unknown = flags.filter((flag) => !lookNames.includes(flag))
  if (unknown.length > 0)
    throw new Problem(`Looks are ${[...new Set(lookNames)].map((word) => `--${word}`).join(', ')}`)
  const sorts = Object.keys(allLooks[0]).map((sort) =>
    flags.filter((flag) => allLooks.some((one) => one[sort] === flag)),
  )
  return allLooks.filter((look) => Object.values(look).every((word, n) => !sorts[n].length || sorts[n].includes(word)))
}

function nameOf(look) {
  return Object.values(look).join(', ')
}

function fileOf({ name }, { size, language, theme }) {
  return `${slug(name)}.${size}.${language}.${theme}.png`
}

function indexPage(chosen, looks) {
  const picture = (screen, look) =>
    `<a href="${fileOf(screen, look)}"><img loading="lazy" height="300" src="${fileOf(screen, look)}" alt="${Object.values(look).join(', ')}"></a>`
  const section = (screen) => `<h2>${screen.name}</h2><p>${looks.map((look) => picture(screen, look)).join('\n')}</p>`
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body { font: 14px system-ui; margin: 24px; background: #888 } img { margin: 4px; border-radius: 4px }</style>
${chosen.map(section).join('\n')}\n`
}
