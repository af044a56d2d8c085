import { hash, verify } from '@node-rs/argon2'
import { Problem } from '#contract'
import { slots } from '../kit/slots.ts'

/** argon2id with the parameters OWASP recommends for interactive sign-in: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Node has four threads for slow work, including files and compression; hashes take two. */
const HASHES_AT_ONCE = 2
const MOST_WAITING = 500
const RETRY_SECONDS = 5
const refusal = () => new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS })
const inQueue = slots(HASHES_AT_ONCE, MOST_WAITING, refusal)

export const hashPassword = (password: string): Promise<string> => inQueue(() => hash(password, parameters))

/** Hash that is verified for unknown user names, so that they take as long as a wrong password. */
let nobody: Promise<string> | undefined

export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  nobody ??= hash('nobody has this password', parameters)
  const known = stored ?? (await nobody)
  const isRight = await inQueue(() => verify(known, password))
  return isRight && stored !== undefined
}
