/** Names as UTF-8, each preceded by `\n` and a space. Every word follows a space, every name `\n`. */
export type NameText = { text: Uint8Array; starts: Uint32Array }

export const nameText = (names: readonly string[]): NameText => {
  const text = new TextEncoder().encode(names.map((name) => `\n ${name}`).join(''))
  const starts = new Uint32Array(names.length + 1)
  let count = 0
  for (let at = 0; at < text.length; at++) if (text[at] === 10) starts[count++] = at
  starts[names.length] = text.length
  return { text, starts }
}

const decoder = new TextDecoder()

export const nameAt = ({ text, starts }: NameText, number: number): string =>
  decoder.decode(text.subarray((starts[number] ?? 0) + 2, starts[number + 1]))

/**
 * Bundled settlements as columns, 7 MB instead of 46 MB as objects. A city is an index into the tree of coordinates:
 * `coords[2 * city]` and `coords[2 * city + 1]`.
 */
export type CityColumns = {
  tree: ArrayBuffer
  largeTree: ArrayBuffer
  large: Uint32Array
  population: Uint32Array
  country: Uint8Array
  countries: string[]
  state: Uint8Array
  states: string[]
  isQuarter: Uint8Array
  names: NameText
  folded: NameText
  otherNames: NameText
  otherNameOf: Uint32Array
}
