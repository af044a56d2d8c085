import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from './serve.ts'

type Batch = { token: string | undefined; caller: Caller | undefined }

const batches = new AsyncLocalStorage<Batch>()

export const asPartOfBatch = <T>(batch: Batch, ask: () => PromiseLike<T>): Promise<T> =>
  batches.run(batch, async () => await ask())

/** The caller of the batch that a request belongs to, if the token is the batch's. */
export const callerOfBatch = (token: string): Caller | undefined => {
  const batch = batches.getStore()
  return batch?.token === token ? batch.caller : undefined
}
