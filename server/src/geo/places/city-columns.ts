/** One name after another, `\n` and a space before each, as UTF-8: a space is before every word, `\n` before the first. */
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
 * The bundled settlements as columns: 135,000 objects would take 46 MB, these take 7. A city is its place in the tree
 * of coordinates, so that its own are `coords[2 * city]` and `coords[2 * city + 1]`.
 */
export type CityColumns = {
  tree: ArrayBuffer
  /** The tree of the large ones alone, and which cities they are. */
  largeTree: ArrayBuffer
  large: Uint32Array
  population: Uint32Array
  /** Index into `countries`. */
  country: Uint8Array
  countries: string[]
  /** Index into `states`; 0 where there is none. */
  state: Uint8Array
  states: string[]
  /** 1: a part of a city, which nobody gives as the whole address. */
  isQuarter: Uint8Array
  /** As the source spells them. */
  names: NameText
  /** The same, folded. */
  folded: NameText
  /** Hebrew and other spellings, folded, and whose they are. */
  otherNames: NameText
  otherNameOf: Uint32Array
}
