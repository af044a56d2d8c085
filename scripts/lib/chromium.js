import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { capture, checkout, modernNode, tool } from './processes.js'
import { Problem } from './steps.js'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const headless = 'chromium-headless-shell'
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const advice = 'install the package chromium, or set CHROMIUM_PATH to a Chromium or Chrome'

/** Finds full Chromium: the configured one, the system's, Playwright's own, or a newly installed one. */
export async function findChromium() {
  const path = process.env.CHROMIUM_PATH
  if (path) {
    if (await isChromium(path)) return path
    throw new Problem(`CHROMIUM_PATH is ${path}, which does not start: ${advice}`)
  }
  return (await firstThatStarts()) ?? (await install())
}

export const findHeadlessChromium = async () => (process.env.CHROMIUM_PATH ? undefined : firstOf(inFolders([headless])))

const firstThatStarts = async () => firstOf([...inFolders(names), ...places, await playwrightsOwn()])

const inFolders = (wanted) =>
  wanted.flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))

async function firstOf(paths) {
  for (const path of paths) if (path && existsSync(path) && (await isChromium(path))) return path
  return undefined
}

/**
 * Whether the program is Chromium. On some systems, `chromium-browser` only prints where to get Chromium, so the
 * program is started once.
 */
async function isChromium(path) {
  const { code, output } = await capture(path, ['--version'])
  return code === 0 && /Chrom(e|ium)/.test(output)
}

async function playwrightsOwn() {
  const program = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  const { output } = await capture(modernNode(), ['-e', program], { cwd: checkout })
  return output.trim()
}

const aptInstall = (...packages) =>
  capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })

async function install() {
  if (process.getuid?.() === 0 && (await capture('apt-get', ['--version'])).code === 0) {
    await capture('apt-get', ['update', '-qq'])
    const { code } = await aptInstall('chromium', headless)
    if (code !== 0) await aptInstall('chromium')
  } else {
    await capture(modernNode(), [tool('@playwright/test/cli.js'), 'install', 'chromium'])
  }
  const chromium = await firstThatStarts()
  if (chromium) return chromium
  throw new Problem(`The browser tests need Chromium, and it could not be installed: ${advice}`)
}
