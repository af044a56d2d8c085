// `npm run mutants`: changes the table of rights, one rule or condition at a time, and counts how many changes
// contract/src/platform/access/access.test.ts detects. Fails below 95 % and lists the undetected changes.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const source = join(checkout, 'contract/src/platform/access')
const files = ['access.ts', 'subject.ts'] as const
const REQUIRED = 0.95

type File = (typeof files)[number]
type Mutant = { file: File; line: number; was: string; is: string; text: string }
type Verdict = 'caught' | 'missed' | 'broken'
type Mutation = { pattern: RegExp; replacements: string[] }

const never = 'rule({ who: () => false })'
const tables: Mutation[] = [
  { pattern: /(?<=^ {2}'[\w.]+': )anyone(?=,$)/g, replacements: [never] },
  { pattern: /(?<=^ {2}'[\w.]+': )(?!anyone)\w+(?=,$)/g, replacements: ['anyone', never, 'undefined'] },
  { pattern: /(?<=^ {2}'[\w.]+': )'(?!none)\w+'(?=,$)/g, replacements: ["'none'"] },
  { pattern: /(?<=^ {2}\w+: )isVisible\w*(?=,$)/g, replacements: ['yes', '() => false'] },
]
const operand =
  /\b(?:isVisible|inOwnService|mine|notAbove|typeNotAbove|myself|canSee|overMember\.which|rule\.which|mayEver|isAskedFully|isSeen)\([^()]*\)|notArea\(s\)|\baoi\.isSharedWithMe\b|\bmetric\.isAdminOnly\b|\b\w+\.isServerOwner\b|\brule\?\.who\(actor\)/g
const conditions: Mutation[] = [
  { pattern: /&&/g, replacements: ['||'] },
  { pattern: /\|\|/g, replacements: ['&&'] },
  { pattern: /===/g, replacements: ['!=='] },
  { pattern: /!==/g, replacements: ['==='] },
  { pattern: /<=/g, replacements: ['<', '>='] },
  { pattern: /(?<=[(\s])!(?=[a-z])/g, replacements: [''] },
  { pattern: /\breturn (?:true|false)\b/g, replacements: ['return true', 'return false'] },
  { pattern: /(?<=who: )notViewer\b/g, replacements: ['yes'] },
  { pattern: /(?<=which: )(?:inOwnService|myself)\b/g, replacements: ['yes', '() => false'] },
  { pattern: operand, replacements: ['true', 'false'] },
]
const fields: Mutation[] = [
  {
    pattern: /(?<=\w: )(?:text|flag|memberOrNull|oneOf\([^)]*\)|(?:aoi|member)\.\w+)(?=,| })/g,
    replacements: ['() => true'],
  },
  { pattern: /\.every\(/g, replacements: ['.some('] },
]
const mutations: Record<File, Mutation[]> = {
  'access.ts': [...tables, ...conditions],
  'subject.ts': [...fields, ...conditions],
}

const isCode = (line: string) => !/^\s*(?:\/\*|\*|\/\/)/.test(line) && !/^(?:import|export type|type) /.test(line)

function mutantsOf(file: File): Mutant[] {
  const lines = readFileSync(join(source, file), 'utf8').split('\n')
  return lines.flatMap((was, at) =>
    (isCode(was) ? mutations[file] : []).flatMap(({ pattern, replacements }) =>
      [...was.matchAll(pattern)].flatMap((match) =>
        replacements
          .map((replacement) => was.slice(0, match.index) + replacement + was.slice(match.index + match[0].length))
          .filter((is) => is !== was)
          .map((is) => ({ file, line: at + 1, was, is, text: lines.with(at, is).join('\n') })),
      ),
    ),
  )
}

type Result = { name: string; status: string; assertionResults: unknown[] }

/** Gives each mutant a folder with copies of the rules and the test, and runs all tests in one process. */
function testAll(mutants: readonly Mutant[], folder: string): { isSound: boolean; verdicts: Verdict[] } {
  const place = (name: string, changed?: Mutant) => {
    mkdirSync(join(folder, name))
    for (const file of [...files, 'access.test.ts'])
      writeFileSync(
        join(folder, name, file),
        changed?.file === file ? changed.text : readFileSync(join(source, file), 'utf8'),
      )
  }
  place('sound')
  for (const [at, mutant] of mutants.entries()) place(`mutant-${at}`, mutant)
  const config = { test: { root: folder, include: ['*/access.test.ts'], isolate: false } }
  writeFileSync(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)}`)
  const report = join(folder, 'report.json')
  spawnSync(
    process.execPath,
    [
      join(checkout, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--config', join(folder, 'vitest.config.ts'), '--reporter=json', `--outputFile=${report}`],
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: Result[] }
  const verdictOn = (name: string): Verdict => {
    const result = testResults.find((one) => one.name.includes(`/${name}/`))
    if (!result?.assertionResults.length) return 'broken'
    return result.status === 'passed' ? 'missed' : 'caught'
  }
  return { isSound: verdictOn('sound') === 'missed', verdicts: mutants.map((_, at) => verdictOn(`mutant-${at}`)) }
}

const mutants = files.flatMap(mutantsOf)
const folder = mkdtempSync(join(checkout, 'contract/mutants-'))
try {
  const { isSound, verdicts } = testAll(mutants, folder)
  if (!isSound) throw new Error('The tests fail on the unchanged rules')
  const tested = mutants.filter((_, at) => verdicts[at] !== 'broken')
  const missed = mutants.filter((_, at) => verdicts[at] === 'missed')
  for (const { file, line, was, is } of missed) console.log(`${file}:${line}\n  - ${was.trim()}\n  + ${is.trim()}`)
  const share = 1 - missed.length / tested.length
  console.log(`${tested.length - missed.length} of ${tested.length} changes noticed (${(share * 100).toFixed(1)} %)`)
  if (tested.length < mutants.length) console.log(`${mutants.length - tested.length} more left no program to test`)
  if (share < REQUIRED) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
