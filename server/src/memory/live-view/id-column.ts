import { withRoom } from '../../platform/kit/column.ts'

/** Words of 32 bits in an id. */
export const ID_WORDS = 4
/** Takes the place of an id where there is none. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Ids as they come from the database, one after the other, as words of 32 bits. */
export const idWords = (bytes: Uint8Array): Uint32Array => new Uint32Array(new Uint8Array(bytes).buffer)

/** Ids as small numbers, which are indexes among `ids`; null stands for no id. The list may grow with the next column that is read. */
export type IdColumn = { codes: Uint32Array; ids: readonly (string | null)[] }

const textOf = (words: Uint32Array): string =>
  Buffer.from(words.buffer, words.byteOffset, words.byteLength)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/**
 * Reads columns of `uuid_send`. The same few ids come again and again: each becomes a string once, and is found by its bytes in a table
 * of open addresses.
 */
export class IdReader {
  /** The entry at each address, counted from 1. */
  #table = new Uint32Array(2 ** 10)
  #count = 0
  /** Of each entry, from 1 on. */
  #words: Uint32Array = new Uint32Array(0)
  readonly #ids: (string | null)[] = [null]

  /** Of rows of which only those with this bit in `flags` have an id. */
  read(bytes: Uint8Array, flags: Uint8Array, bit: number): IdColumn {
    const column = idWords(bytes)
    const codes = new Uint32Array(flags.length)
    for (let index = 0, start = 0; index < codes.length; index++) {
      if (((flags[index] as number) & bit) === 0) continue
      codes[index] = this.#codeAt(column, start)
      start += ID_WORDS
    }
    return { codes, ids: this.#ids }
  }

  /** The id at `index` of a column as PostgreSQL writes it; null for `NO_ID`. */
  at(column: Uint32Array, index: number): string | null {
    return this.#ids[this.#codeAt(column, index * ID_WORDS)] as string | null
  }

  #codeAt(column: Uint32Array, start: number): number {
    const words = this.#words
    const table = this.#table
    const mask = table.length - 1
    const last = column[start + 3] as number
    // The last word of an id is random.
    for (let address = last & mask; ; address = (address + 1) & mask) {
      const entry = table[address] as number
      if (entry === 0) return this.#add(column.subarray(start, start + ID_WORDS))
      const at = entry * ID_WORDS
      const isId =
        words[at + 3] === last &&
        words[at + 2] === column[start + 2] &&
        words[at + 1] === column[start + 1] &&
        words[at] === column[start]
      if (isId) return entry
    }
  }

  #add(words: Uint32Array): number {
    const text = textOf(words)
    const entry = ++this.#count
    this.#words = withRoom(this.#words, (entry + 1) * ID_WORDS)
    this.#words.set(words, entry * ID_WORDS)
    this.#ids.push(text === NO_ID ? null : text)
    if (entry * 2 > this.#table.length) this.#grow()
    else this.#enter(entry)
    return entry
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
