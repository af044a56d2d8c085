/** Shorter words are not compared, because they resemble other words too easily. */
export const LEAST_LETTERS = 4
const LONG = 8
/** Maximum number of errors in a word, and so of the difference in length. */
export const MOST_CHANGES = 2
const MOST_LETTERS = 40

/** A word with a bit for each letter, which rules out most other words at once. */
export type Spelling = { word: string; letters: number }

export const spellingOf = (word: string): Spelling => {
  let letters = 0
  for (let at = 0; at < word.length && at < MOST_LETTERS; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return { word, letters }
}

/** Number of set bits: sums neighbouring bits, then pairs, then bytes. */
const bitCount = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Whether the words differ by at most one letter that was added, left out, replaced or swapped with its neighbour; by at
 * most two such letters if both words have eight letters or more.
 */
export const isTypoOf = (a: Spelling, b: Spelling): boolean => {
  if (a.word === b.word) return true
  const [shorter, longer] = a.word.length < b.word.length ? [a.word, b.word] : [b.word, a.word]
  const allowed = shorter.length >= LONG ? MOST_CHANGES : 1
  if (shorter.length < LEAST_LETTERS || longer.length > MOST_LETTERS) return false
  if (longer.length - shorter.length > allowed || bitCount(a.letters ^ b.letters) > 2 * allowed) return false
  return isWithin(shorter, longer, allowed)
}

let beforeLast = new Uint8Array(MOST_LETTERS + 2)
let previous = new Uint8Array(MOST_LETTERS + 2)
let current = new Uint8Array(MOST_LETTERS + 2)

/**
 * Optimal string alignment: additions, removals, replacements and swaps of neighbours. Only the diagonals that can end
 * within `allowed` are filled in.
 */
const isWithin = (a: string, b: string, allowed: number): boolean => {
  for (let column = 0; column <= b.length; column++) previous[column] = column
  for (let row = 1; row <= a.length; row++) {
    const from = Math.max(1, row - allowed)
    const to = Math.min(b.length, row + allowed)
    current[from - 1] = from === 1 ? row : MOST_LETTERS
    if (to > row - 1 + allowed) previous[to] = MOST_LETTERS
    for (let column = from; column <= to; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwap =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current[column] = cost
    }
    const free = beforeLast
    beforeLast = previous
    previous = current
    current = free
  }
  return (previous[b.length] ?? 0) <= allowed
}
