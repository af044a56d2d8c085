export class Dictionary {
  readonly ids: (string | null)[] = [null]
  readonly #codes = new Map<string | null, number>([[null, 0]])

  encode(id: string | null): number {
    const known = this.#codes.get(id)
    if (known !== undefined) return known
    const code = this.ids.push(id) - 1
    this.#codes.set(id, code)
    return code
  }

  codesOf(ids: Iterable<string | null>): Uint8Array {
    const codes = new Uint8Array(this.ids.length)
    for (const id of ids) {
      const code = this.#codes.get(id)
      if (code !== undefined) codes[code] = 1
    }
    return codes
  }

  codeOf(id: string): number | undefined {
    return this.#codes.get(id)
  }
}
