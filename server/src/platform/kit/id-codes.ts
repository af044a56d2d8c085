/** The highest code that fits into 16 bits. */
const MAX_UINT16 = 65_535

/**
 * A dictionary from ids to small codes, which count up from 1, so that a column holds a number instead of an id. Code 0
 * stands for "no id", and for ids that came when all codes were taken.
 */
export class IdCodes {
  /** The id of each code. */
  readonly ids: (string | undefined)[] = [undefined]
  readonly #codes = new Map<string, number>()
  readonly #maxCode: number
  readonly #byList = new WeakMap<readonly (string | null)[], number[]>()

  constructor(maxCode = MAX_UINT16) {
    this.#maxCode = maxCode
  }

  /** Whether an id may have come when all codes were taken. */
  get isFull(): boolean {
    return this.ids.length > this.#maxCode
  }

  /** The code of an id; an unknown id gets the next one. */
  encode(id: string | null): number {
    if (id === null) return 0
    const code = this.#codes.get(id)
    if (code !== undefined) return code
    if (this.ids.length > this.#maxCode) return 0
    const next = this.ids.push(id) - 1
    this.#codes.set(id, next)
    return next
  }

  /** The code of each of these ids. A list that only grows is looked up once, however often it comes. */
  encodeAll(ids: readonly (string | null)[]): readonly number[] {
    const codes = this.#byList.get(ids) ?? []
    for (let at = codes.length; at < ids.length; at++) codes.push(this.encode(ids[at] ?? null))
    this.#byList.set(ids, codes)
    return codes
  }

  /** The code of an id, or undefined if it has none. */
  codeOf(id: string): number | undefined {
    return this.#codes.get(id)
  }
}
