/** What 16 bits hold. */
const MOST = 65_535

/** Ids as small numbers, in the order they came; 0 stands for none, and for those that are too many. */
export class Codes {
  readonly ids: (string | undefined)[] = [undefined]
  readonly #codes = new Map<string, number>()
  readonly #most: number

  constructor(most = MOST) {
    this.#most = most
  }

  /** The code of an id, which gets one if it has none yet. */
  of(id: string | null): number {
    if (id === null) return 0
    const known = this.#codes.get(id)
    if (known !== undefined) return known
    if (this.ids.length > this.#most) return 0
    const code = this.ids.push(id) - 1
    this.#codes.set(id, code)
    return code
  }

  known(id: string): number | undefined {
    return this.#codes.get(id)
  }
}
