import type { FieldProblems, ProblemCode } from '#contract'

/**
 * Work that was done without a line. `waiting`: it is on this device. `sending`: it is on its way. `confirmed`: the
 * server has it. `refused`: the server said no, and why.
 */
export type Work = {
  id: number
  kind: string
  madeAt: number
  /** What is sent: it never changes, so that sending it twice makes one. */
  body: unknown
  file?: File | undefined
  /** What a form needs to go on with it. */
  draft?: unknown
  /** By which other work names it, where other work can be about it. */
  key?: string | undefined
  /** The key of the work that has to arrive first. */
  waitsFor?: string | undefined
  /** What the server made of it, or of what it waited for. */
  known?: unknown
  state: 'waiting' | 'sending' | 'confirmed' | 'refused'
  problem?: { code: ProblemCode; fields?: FieldProblems | undefined } | undefined
}

let shown: readonly Work[] = []
const listeners = new Set<() => void>()

export const unsentWork = (): readonly Work[] => shown

/** Nothing but the line keeps it here. */
export const isSendable = ({ state, waitsFor }: Work): boolean => state === 'waiting' && waitsFor === undefined

export const onUnsentWork = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const showUnsentWork = (work: readonly Work[]): void => {
  shown = work
  for (const listener of listeners) listener()
}
