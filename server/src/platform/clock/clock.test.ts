import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { type Job, openClock } from './clock.ts'

const log = { warn: () => {} }

const counting = (name: string, answer: () => Promise<number> = async () => 0) => {
  let runs = 0
  const run = () => {
    runs++
    return answer()
  }
  return { name, run, count: () => runs }
}

test('a job that fails or hangs does not stop the others', async () => {
  const failing = counting('failing', () => Promise.reject(new Error('a bad row')))
  const hanging = counting('hanging', () => new Promise<number>(() => {}))
  const good = counting('good', async () => 3)
  let wakes = 0
  const jobs: Job[] = [failing, hanging, good]
  const clock = openClock({ jobs, log, tickMs: 10, wake: () => void wakes++ })
  await eventually(() => expect(good.count()).toBeGreaterThan(2))
  clock.stop()
  expect(failing.count()).toBeGreaterThan(2)
  expect(hanging.count()).toBe(1)
  expect(wakes).toBeGreaterThan(2)
  const [ofFailing, , ofGood] = clock.state().jobs
  expect(ofFailing).toMatchObject({ name: 'failing', problem: 'a bad row', rows: 0 })
  expect(ofGood).toMatchObject({ name: 'good', problem: null, failures: 0 })
  expect(ofGood?.rows).toBeGreaterThan(6)
})

test('a job with its own interval runs no more often', async () => {
  const often = counting('often')
  const seldom = counting('seldom')
  const clock = openClock({ jobs: [often, { ...seldom, everyMs: 60_000 }], log, tickMs: 5 })
  await eventually(() => expect(often.count()).toBeGreaterThan(5))
  clock.stop()
  expect(seldom.count()).toBe(1)
})
