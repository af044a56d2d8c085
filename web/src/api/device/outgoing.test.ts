import { beforeEach, expect, test } from 'vitest'
import { Problem } from '#contract'
import { holdDevice } from '../../testing/device.ts'
import { dropOutgoing, keepForLater, loadOutgoing, type Senders, sendOutgoing, settle, tryAgain } from './outgoing.ts'
import { deviceStore } from './store.ts'
import { isSendable, outgoingRequests, setOutgoingRequests } from './unsent.ts'

const arrived: string[] = []
const trouble = new Map<string, Error>()
const take = (name: string) => {
  const problem = trouble.get(name)
  if (problem) throw problem
  arrived.push(name)
}
const senders: Senders = {
  report: async ({ body }) => {
    take(body as string)
    return { number: (body as string).length }
  },
  entry: async ({ body, known }) => take(`${body} on ${(known as { number: number } | undefined)?.number}`),
}

const report = (name: string) => keepForLater({ kind: 'report', body: name, key: name })
const entry = (words: string, waitsFor: string) => keepForLater({ kind: 'entry', body: words, waitsFor })
const states = () => outgoingRequests().map(({ body, state }) => [body, state])
const reload = async () => {
  setOutgoingRequests([])
  await loadOutgoing()
}

beforeEach(async () => {
  await holdDevice()
  arrived.length = 0
  trouble.clear()
  setOutgoingRequests([])
})

test('entries are sent after their report with its number, also after a reload', async () => {
  await report('Flood')
  await entry('first', 'Flood')
  await report('Fire!')
  await entry('second', 'Flood')
  await reload()
  expect(await sendOutgoing(senders)).toBe(true)
  expect(arrived).toEqual(['Flood', 'first on 5', 'Fire!', 'second on 5'])
  expect(await (await deviceStore()).count('work')).toBe(0)
  expect(states().every(([, state]) => state === 'confirmed')).toBe(true)
})

test('many reports and entries arrive once each, in the order in which they were written', async () => {
  const words: string[] = []
  for (let count = 0; count < 20; count++) {
    await report(`Flood ${count}`)
    words.push(`Flood ${count}`)
  }
  for (let count = 0; count < 50; count++) {
    await entry(`entry ${count}`, 'Flood 0')
    words.push(`entry ${count} on 7`)
  }
  await reload()
  expect(await sendOutgoing(senders)).toBe(true)
  expect(arrived).toEqual(words)
  expect(await (await deviceStore()).count('work')).toBe(0)
})

test('a lost connection loses no request and repeats no accepted one', async () => {
  await report('Flood')
  await entry('first', 'Flood')
  await entry('second', 'Flood')
  trouble.set('second on 5', new Problem('network'))
  expect(await sendOutgoing(senders)).toBe(false)
  await reload()
  expect(states()).toEqual([['second', 'waiting']])
  trouble.clear()
  expect(await sendOutgoing(senders)).toBe(true)
  expect(arrived).toEqual(['Flood', 'first on 5', 'second on 5'])
})

test('entries of a rejected report keep waiting, and other entries are sent', async () => {
  await report('Flood')
  await entry('first', 'Flood')
  await report('Fire!')
  trouble.set('Flood', new Problem('invalid', { fields: { name: 'form.required' } }))
  expect(await sendOutgoing(senders)).toBe(true)
  expect(arrived).toEqual(['Fire!'])
  await reload()
  expect(states()).toEqual([
    ['Flood', 'refused'],
    ['first', 'waiting'],
  ])
  expect(outgoingRequests()[0]?.problem).toEqual({ code: 'invalid', fields: { name: 'form.required' } })
  expect(outgoingRequests().some(isSendable), 'nothing to try for now').toBe(false)

  trouble.clear()
  await tryAgain(outgoingRequests()[0]?.id ?? 0)
  expect(await sendOutgoing(senders)).toBe(true)
  expect(arrived).toEqual(['Fire!', 'Flood', 'first on 5'])
})

test('a report that is sent from its form releases its entries', async () => {
  await report('Flood')
  await entry('first', 'Flood')
  await dropOutgoing(outgoingRequests()[0]?.id ?? 0)
  expect(outgoingRequests().some(isSendable)).toBe(false)
  await settle('Flood', { number: 77 })
  await reload()
  expect(await sendOutgoing(senders)).toBe(true)
  expect(arrived).toEqual(['first on 77'])
})

test('an entry written just after its report was accepted is sent with the report’s number', async () => {
  await report('Flood')
  await sendOutgoing(senders)
  await entry('late', 'Flood')
  expect(await sendOutgoing(senders)).toBe(true)
  expect(arrived).toEqual(['Flood', 'late on 5'])
})
