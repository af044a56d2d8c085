import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from './serve.ts'

type Batch = { token: string | undefined; caller: Caller | undefined }

const batches = new AsyncLocalStorage<Batch>()

/** Asks for a part of a batch, whose caller need not be looked up once more. */
export const asPartOfBatch = <T>(batch: Batch, ask: () => PromiseLike<T>): Promise<T> =>
  batches.run(batch, async () => await ask())

/** The caller of the batch that a request is a part of; of no other token than that of the batch. */
export const callerOfBatch = (token: string): Caller | undefined => {
  const batch = batches.getStore()
  return batch?.token === token ? batch.caller : undefined
}
