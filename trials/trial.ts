/** Result of a trial, which passes if `failures` is empty. docs/TRIALS.md shows `counts`. */
export type Outcome = { counts: Record<string, number | string>; failures: string[] }

export type TrialOptions = {
  /** True for few repetitions, as in `npm test`; false for the full number that the title promises. */
  isQuick: boolean
  seed: number
  /** Number of the single request that R1 repeats. */
  only?: number | undefined
  /** R31 starts no further path after this time. */
  minutes: number
}

export type Trial = {
  /** R1, R2, … as docs/SECURITY.md names them. */
  id: string
  title: string
  /** `npm test` runs one fast trial of each kind of attack; the others run nightly. */
  isInTests?: true
  run: (options: TrialOptions) => Promise<Outcome>
}

/** Maximum number of printed failures. The others are only counted. */
const PRINTED_FAILURES = 20

export const failureList = () => {
  const failures: string[] = []
  let more = 0
  const add = (text: string) => {
    if (failures.length < PRINTED_FAILURES) failures.push(text)
    else more++
  }
  return {
    add,
    addAll: (texts: readonly string[]) => {
      for (const text of texts) add(text)
    },
    get count() {
      return failures.length + more
    },
    all: (): string[] => (more > 0 ? [...failures, `and ${more} more`] : failures),
  }
}
