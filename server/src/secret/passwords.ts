import { hash, verify } from '@node-rs/argon2'
import { slots } from '../kit/slots.ts'

/** argon2id with the parameters OWASP recommends for interactive sign-in: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Node has four threads for slow work, also for files and compression: hashes take two of them, and in the morning, when
 * thousands sign in, only those who sign in wait. Who would wait for some ten seconds is told to come back.
 */
const HASHES_AT_ONCE = 2
const MOST_WAITING = 500
const RETRY_SECONDS = 5
const queue = slots(HASHES_AT_ONCE, MOST_WAITING, RETRY_SECONDS)

/** `onStart` is called with the ms that the work waited for its turn. */
const inQueue = <T>(work: () => Promise<T>, onStart?: (waitedMs: number) => void): Promise<T> => {
  const askedAt = performance.now()
  return queue(() => {
    onStart?.(performance.now() - askedAt)
    return work()
  })
}

export const hashPassword = (password: string): Promise<string> => inQueue(() => hash(password, parameters))

/** Verified against when no such member exists, so that an unknown name takes as long as a wrong password. */
let nobody: Promise<string> | undefined

export const verifyPassword = async (
  stored: string | undefined,
  password: string,
  onStart?: (waitedMs: number) => void,
): Promise<boolean> => {
  nobody ??= hash('nobody has this password', parameters)
  const known = stored ?? (await nobody)
  const isRight = await inQueue(() => verify(known, password), onStart)
  return isRight && stored !== undefined
}
