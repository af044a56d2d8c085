import type { FieldProblems, ProblemCode } from '#contract'

/**
 * A stored request: not sent (`waiting`), in flight (`sending`), accepted (`confirmed`), or rejected with `problem`
 * (`refused`). Renaming a field would lose unsent work.
 */
export type OutgoingRequest = {
  id: number
  kind: string
  madeAt: number
  /** Never changes, so that the server recognises a repeat. */
  body: unknown
  file?: File | undefined
  draft?: unknown
  key?: string | undefined
  waitsFor?: string | undefined
  /** Result of this request, or of the one it depends on. */
  known?: unknown
  state: 'waiting' | 'sending' | 'confirmed' | 'refused'
  problem?: { code: ProblemCode; fields?: FieldProblems | undefined } | undefined
}

let shown: readonly OutgoingRequest[] = []
const listeners = new Set<() => void>()

export const outgoingRequests = (): readonly OutgoingRequest[] => shown

/** Whether it can be sent as soon as the server is reachable. */
export const isSendable = ({ state, waitsFor }: OutgoingRequest): boolean =>
  state === 'waiting' && waitsFor === undefined

export const onOutgoingRequests = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const setOutgoingRequests = (requests: readonly OutgoingRequest[]): void => {
  shown = requests
  for (const listener of listeners) listener()
}
