/** Frequent, rare and missing words, short ones, phrases, addresses, types, states and members, in both languages. */
export const searchedTexts = [
  ...['water', 'broken', 'smoke', 'street', 'zebra', 'street light', 'in the', 'a', 'wa', 'e'],
  ...['מים', 'שבור', 'ע', 'רחוב'],
  ...['noa', 'howard street', 'flood', 'in progress'],
]
