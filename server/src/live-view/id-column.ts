import { withRoom } from '../kit/column.ts'

/** Words of 32 bits in an id. */
export const ID_WORDS = 4
/** Takes the place of an id where there is none. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Ids as they come from the database, one after the other, as words of 32 bits. */
export const idWords = (bytes: Uint8Array): Uint32Array => new Uint32Array(new Uint8Array(bytes).buffer)

const textOf = (words: Uint32Array): string =>
  Buffer.from(words.buffer, words.byteOffset, words.byteLength)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/**
 * Reads columns of `uuid_send`, as `idWords`. The same few ids come again and again: each becomes a string once, and is found by its bytes in a
 * table of open addresses.
 */
export class IdReader {
  /** The entry at each address, counted from 1. */
  #table = new Uint32Array(2 ** 10)
  #count = 0
  /** Of each entry, from 1 on. */
  #words: Uint32Array = new Uint32Array(0)
  readonly #ids: (string | null)[] = [null]

  /** The id at `index` as PostgreSQL writes it; null for `NO_ID`. */
  at(column: Uint32Array, index: number): string | null {
    const start = index * ID_WORDS
    const words = this.#words
    const mask = this.#table.length - 1
    // The last word of an id is random.
    for (let address = (column[start + 3] as number) & mask; ; address = (address + 1) & mask) {
      const entry = this.#table[address] as number
      if (entry === 0) return this.#add(column.subarray(start, start + ID_WORDS))
      const at = entry * ID_WORDS
      const isId =
        words[at + 3] === column[start + 3] &&
        words[at + 2] === column[start + 2] &&
        words[at + 1] === column[start + 1] &&
        words[at] === column[start]
      if (isId) return this.#ids[entry] as string | null
    }
  }

  #add(words: Uint32Array): string | null {
    const text = textOf(words)
    const id = text === NO_ID ? null : text
    const entry = ++this.#count
    this.#words = withRoom(this.#words, (entry + 1) * ID_WORDS)
    this.#words.set(words, entry * ID_WORDS)
    this.#ids.push(id)
    if (entry * 2 > this.#table.length) this.#grow()
    else this.#enter(entry)
    return id
  }

  #enter(entry: number): void {
    const mask = this.#table.length - 1
    let address = (this.#words[entry * ID_WORDS + 3] as number) & mask
    while (this.#table[address] !== 0) address = (address + 1) & mask
    this.#table[address] = entry
  }

  #grow(): void {
    this.#table = new Uint32Array(this.#table.length * 4)
    for (let entry = 1; entry <= this.#count; entry++) this.#enter(entry)
  }
}
