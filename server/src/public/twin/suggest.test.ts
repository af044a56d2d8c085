import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seeded } from '../../demo/random.ts'
import { seededReports } from '../../testing/twin-reports.ts'
import { likenessOf, prepareReport, SUGGESTED_SCORE } from './likeness.ts'
import type { Candidate } from './queries.ts'
import { groupReports } from './suggest.ts'

const range = { radiusMetres: 150, hours: 24 }
const candidateOf = (report: Candidate['report'], number: number): Candidate => ({
  report,
  range,
  shown: {
    _id: String(number).padStart(5, '0'),
    number,
    nonce: String(number),
    name: report.text,
    type: '',
    state: 'new',
    creationTime: '',
    image: null,
    mergedCount: 0,
    icon: null,
    colour: null,
    address: null,
  },
})

/** The slow reference for grouping: compares each report with every later ungrouped report. */
const groupsByPairs = (candidates: readonly Candidate[]): number[][] => {
  const prepared = candidates.map(({ report }) => prepareReport(report))
  const grouped = new Set<number>()
  return prepared.flatMap((first, place) => {
    if (grouped.has(place)) return []
    const twins = prepared.flatMap((other, at) => {
      if (at <= place || grouped.has(at)) return []
      return (likenessOf(first, other, range)?.score ?? 0) >= SUGGESTED_SCORE ? [at] : []
    })
    for (const at of twins) grouped.add(at)
    return twins.length > 0 ? [[place, ...twins]] : []
  })
}

test('groups found by the word index equal those of comparing all pairs', async () => {
  const random = seeded(3)
  const misspell = (text: string) => {
    const at = random.below(text.length - 1)
    return random.isLucky(0.3) ? text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2) : text
  }
  const candidates = seededReports(400, 5).map(({ text, answers, ...report }, number) => {
    // Some reports have no words and differ only by their answers.
    const isSilent = number % 23 === 0
    const given = isSilent ? [{ questionId: 'q', value: number % 2 ? 'yes' : 'no' }] : answers
    return candidateOf({ ...report, answers: given, text: isSilent ? '' : misspell(text) }, number)
  })
  const found = (await groupReports(candidates, new Set())).map(({ main, twins }) =>
    [main, ...twins].map(({ number }) => number),
  )
  expect(found).toEqual(groupsByPairs(candidates))
  expect(found.length).toBeGreaterThan(10)
})

test('groups of 400 long reports at one place are found in short slices', async () => {
  const random = seeded(1)
  const letters = () => String.fromCharCode(97 + random.below(26))
  const word = () => Array.from({ length: 4 + random.below(8) }, letters).join('')
  const candidates = Array.from({ length: 400 }, (_, number) => {
    const text = Array.from({ length: 30 }, word).join(' ')
    return candidateOf(
      { typeId: 'a', typeName: 'Flood', place: [1, 1], createdAt: new Date(1.7e12 + number), text, answers: [] },
      number,
    )
  })
  let isDone = false
  let turns = 0
  const work = groupReports(candidates, new Set()).then(() => {
    isDone = true
  })
  const startMs = performance.now()
  while (!isDone) {
    await nextTurn()
    turns++
  }
  await work
  expect(turns).toBeGreaterThan(10)
  // Comparing every word of every pair took 138 s.
  expect(performance.now() - startMs).toBeLessThan(20_000)
})

test('groups of 1,000 reports in the same 1,500 words take a second', async () => {
  const random = seeded(2)
  const letters = () => String.fromCharCode(97 + random.below(26))
  const words = Array.from({ length: 1_500 }, () => Array.from({ length: 4 + random.below(8) }, letters).join(''))
  const candidates = Array.from({ length: 1_000 }, (_, number) => {
    const text = Array.from({ length: 100 }, () => words[random.below(words.length)]).join(' ')
    return candidateOf(
      { typeId: 'a', typeName: 'Flood', place: [1, 1], createdAt: new Date(1.7e12 + number), text, answers: [] },
      number,
    )
  })
  const before = process.cpuUsage()
  await groupReports(candidates, new Set())
  // Comparing the words of every pair took ten times as long.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_500)
})
