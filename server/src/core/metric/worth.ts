/** What one thing is worth that a metric counts, as PostgreSQL writes it: a number such as -12.50, or an id. */
export class Worth {
  readonly text: string
  #decimal: Decimal | undefined

  constructor(text: string) {
    this.text = text
  }

  /** Parsed once: there are few different ones among millions. */
  get decimal(): Decimal {
    this.#decimal ??= decimalOf(this.text)
    return this.#decimal
  }
}

/** `units` of a place after the point: 1250 of the second one are 12.50. */
type Decimal = { units: bigint; places: number }

/** How many things are worth so much. */
export type WorthCount = { worth: Worth; count: number }

const decimalOf = (text: string): Decimal => {
  const [whole = '', decimals = ''] = text.split('.')
  return { units: BigInt(whole + decimals), places: decimals.length }
}

/** The sum of all, as PostgreSQL adds numbers up: exact, and rounded at the end. */
export const sumOfWorths = (counts: readonly WorthCount[]): number => {
  const byPlaces: bigint[] = []
  for (const { worth, count } of counts) {
    const { units, places } = worth.decimal
    byPlaces[places] = (byPlaces[places] ?? 0n) + units * BigInt(count)
  }
  const sum = byPlaces.reduce(
    (all, units = 0n, places) => all + units * 10n ** BigInt(byPlaces.length - 1 - places),
    0n,
  )
  return Number(`${sum}e-${Math.max(0, byPlaces.length - 1)}`)
}
