import type { FieldProblems, ProblemCode } from '#contract'

/**
 * A stored request: not sent yet (`waiting`), in flight (`sending`), accepted (`confirmed`), or rejected with `problem`
 * (`refused`). Fields must not be renamed: devices have stored unsent requests.
 */
export type OutgoingRequest = {
  id: number
  kind: string
  madeAt: number
  /** Constant, because it contains the nonce by which the server recognises a repeat. */
  body: unknown
  file?: File | undefined
  draft?: unknown
  key?: string | undefined
  waitsFor?: string | undefined
  /** Result of this request or, while it waits, of the request on which it depends. */
  known?: unknown
  state: 'waiting' | 'sending' | 'confirmed' | 'refused'
  problem?: { code: ProblemCode; fields?: FieldProblems | undefined } | undefined
}

let shown: readonly OutgoingRequest[] = []
const listeners = new Set<() => void>()

export const outgoingRequests = (): readonly OutgoingRequest[] => shown

/** Whether the request can be sent as soon as the server is reachable. */
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
