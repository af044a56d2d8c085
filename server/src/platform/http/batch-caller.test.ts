import { expect, test } from 'vitest'
import { asPartOfBatch, callerOfBatch } from './batch-caller.ts'
import type { Caller } from './serve.ts'

const caller = { sessionId: 'of the batch' } as Caller

test('a part has the caller of its batch, and other tokens and requests do not', async () => {
  const part = {
    // biome-ignore lint/suspicious/noThenProperty: as the test client of Fastify, which sends when it is awaited
    then: <T>(resolve: (found: (Caller | undefined)[]) => T) =>
      Promise.resolve().then(() => resolve([callerOfBatch('its token'), callerOfBatch('another')])),
  } as PromiseLike<(Caller | undefined)[]>
  expect(await asPartOfBatch({ token: 'its token', caller }, () => part)).toEqual([caller, undefined])
  expect(callerOfBatch('its token')).toBeUndefined()
})
