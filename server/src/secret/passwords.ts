import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters OWASP recommends for interactive sign-in: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

/** Verified against when no such member exists, so that an unknown name takes as long as a wrong password. */
let nobody: Promise<string> | undefined

export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  nobody ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await nobody), password)
  return isRight && stored !== undefined
}
