import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { onceAMinute } from './logging.ts'

const logger = (againMs: number) => {
  const lines: { level: number; msg: string; n?: number; repeated?: number }[] = []
  const stream = new Writable({
    write: (line, _, done) => {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const { log } = fastify({ logger: { level: 'warn', stream, hooks: onceAMinute(againMs) } })
  return { log, lines, said: () => lines.map(({ msg, n, repeated }) => [msg, n, repeated]) }
}

test('a repeated warning is logged at once, then once a minute with its count and last details', async () => {
  const { log, said } = logger(200)
  for (let n = 0; n < 1000; n++) log.child({}).warn({ n }, 'no connection')
  log.warn('something else')
  expect(said()).toEqual([
    ['no connection', 0, undefined],
    ['something else', undefined, undefined],
  ])
  await eventually(() => expect(said().slice(2)).toEqual([['no connection', 999, 999]]))
  log.warn({ n: 5 }, 'no connection')
  expect(said()).toHaveLength(3)
  await eventually(() => expect(said().slice(3)).toEqual([['no connection', 5, 1]]))
})

test('errors are logged each time, and a warning after a quiet minute at once', async () => {
  const { log, said } = logger(20)
  for (let n = 0; n < 3; n++) log.error({ n }, 'broken')
  log.warn({ n: 1 }, 'slow')
  await pause(60)
  log.warn({ n: 2 }, 'slow')
  expect(said()).toEqual(
    [0, 1, 2]
      .map((n) => ['broken', n, undefined])
      .concat([
        ['slow', 1, undefined],
        ['slow', 2, undefined],
      ]),
  )
})
