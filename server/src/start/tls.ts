import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { StartProblem } from '../platform/db/start-problem.ts'
import type { Config } from './config.ts'

export function readTls({ tls }: Config): { cert: Buffer; key: Buffer } | undefined {
  if (!tls) return undefined
  const cert = read('COHESION_TLS_CERT', tls.certFile)
  const key = read('COHESION_TLS_KEY', tls.keyFile)
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new StartProblem(
      `COHESION_TLS_CERT and COHESION_TLS_KEY are not a certificate and its key (${wordsOf(error)})`,
    )
  }
  return { cert, key }
}

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new StartProblem(`${name} cannot be read: ${wordsOf(error)}`)
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
