import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from './openapi.ts'

/** All random parts of a request follow from `seed` and `number`. `operation`: its method and path. */
export type MutatedRequest = { seed: number; number: number; operation: string }

const file = join(import.meta.dirname, '../failed-requests.json')

/**
 * Requests that failed in earlier runs. They name their operation, so they stay the same if the OpenAPI document
 * changes.
 */
export const readFailedRequests = (): MutatedRequest[] => JSON.parse(readFileSync(file, 'utf8'))

const isSame = (one: MutatedRequest, other: MutatedRequest): boolean =>
  one.seed === other.seed && one.number === other.number && one.operation === other.operation

export const withFailed = (before: readonly MutatedRequest[], failed: readonly MutatedRequest[]): MutatedRequest[] => {
  const list = [...before]
  for (const request of failed) if (!list.some((one) => isSame(one, request))) list.push(request)
  return list
}

/** Stores failed requests for all later runs. The file is committed together with the fix. */
export const keepFailedRequests = (failed: readonly MutatedRequest[]): void => {
  if (failed.length === 0) return
  writeFileSync(file, `${JSON.stringify(withFailed(readFailedRequests(), failed), null, 2)}\n`)
}

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`

type Choice = {
  seed: number
  total: number
  only?: number | undefined
  operations: readonly string[]
  failedBefore: readonly MutatedRequest[]
}

/** The requests of a run: those that failed in earlier runs first, then `total` over all operations in turn. */
export const chooseRequests = ({ seed, total, only, operations, failedBefore }: Choice): MutatedRequest[] => {
  const request = (number: number): MutatedRequest => ({
    seed,
    number,
    operation: operations[number % operations.length] as string,
  })
  const offered = failedBefore.filter(({ operation }) => operations.includes(operation))
  if (only !== undefined) return [offered.find((one) => one.seed === seed && one.number === only) ?? request(only)]
  return [...offered, ...Array.from({ length: total }, (_, number) => request(number))]
}

export const replayCommand = ({ seed, number }: MutatedRequest): string =>
  `npm run trials -- R1 --seed ${seed} --only ${number}`
