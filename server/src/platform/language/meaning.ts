import { LRUCache } from 'lru-cache'
import { meanings } from './concepts.ts'
import { isTypoOf, LEAST_LETTERS, MOST_CHANGES, type Spelling, spellingOf } from './typo.ts'

const stopWords = new Set(
  `the a an and or of on in at to from by for with is are was were it its this that there here has have had be been near
  next front behind over into onto our my we i please urgent help now still very just off up out all some about which
  של על את זה זו זאת יש אין הוא היא הם ליד מול אצל ממש כאן פה שם עם גם לא כל מאוד עוד אני אנחנו נא בבקשה דחוף עכשיו כבר
  היה הייתה אחרי לפני מאחורי תחת באמצע אל כי או אבל`.split(/\s+/),
)

const endings: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }

/**
 * Normalises a word: lower case, without accents, vowel points and quotes; final Hebrew letters become regular ones.
 */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'"׳״’]/gu, '')
    .toLowerCase()
    .replace(/[ךםןףץ]/g, (letter) => endings[letter] ?? letter)

const foldedMeanings = new Map([...meanings].map(([word, meaning]) => [fold(word), meaning]))
const foldedStopWords = new Set([...stopWords].map(fold))

/** Prefixes for and, the, in, to, from, as and that, which Hebrew writes together with the word. */
const prefixes = /^[והבלכמש]/

const isHebrew = (word: string) => /^[א-ת]/.test(word)

/** The word itself, then without one or two prefixes (Hebrew), or without its ending (English). */
const formsOf = (word: string): string[] => {
  if (!isHebrew(word)) return [word, word.replace(/(?:ing|ed|es|s)$/, '')].filter((form) => form.length > 2)
  const forms = [word]
  let rest = word
  while (prefixes.test(rest) && rest.length > 3 && forms.length < 3) {
    rest = rest.slice(1)
    forms.push(rest)
  }
  // After a prefix, two letters may be a word: "the tree" has three letters in Hebrew.
  if (word.length === 3 && prefixes.test(word)) forms.push(word.slice(1))
  return forms
}

const knownWords = [...foldedMeanings.keys()].filter((word) => word.length >= LEAST_LETTERS).map(spellingOf)

const knownByLength = new Map<number, Spelling[]>()
const wordsAsLongAs = ({ length }: string): Spelling[] => {
  const words =
    knownByLength.get(length) ?? knownWords.filter(({ word }) => Math.abs(word.length - length) <= MOST_CHANGES)
  knownByLength.set(length, words)
  return words
}

const misspelt = (word: string): string | undefined => {
  if (word.length < LEAST_LETTERS) return undefined
  const spelling = spellingOf(word)
  const meant = wordsAsLongAs(word).find((candidate) => isTypoOf(spelling, candidate))
  return meant && foldedMeanings.get(meant.word)
}

/** Cache, because reports repeat words and comparing a misspelt word with the whole list is slow. */
const meaningOfWord = new LRUCache<string, string>({ max: 20_000 })

const meaningOf = (word: string): string => {
  const earlier = meaningOfWord.get(word)
  if (earlier) return earlier
  const meaning = findMeaning(word)
  meaningOfWord.set(word, meaning)
  return meaning
}

const findMeaning = (word: string): string => {
  const forms = formsOf(word)
  for (const form of forms) {
    const meaning = foldedMeanings.get(form)
    if (meaning) return meaning
  }
  return misspelt(word) ?? forms.at(isHebrew(word) && word.length > 4 ? 1 : -1) ?? word
}

const MEANINGS_READ = 100
/** Longer words are cut, because each is kept in the cache. */
const MOST_LETTERS = 60

/**
 * The meanings in a text, each with the word as it was written. The meaning of a word that is not listed is the word
 * itself, without prefix and ending.
 */
export const meaningsIn = (text: string): Map<string, string> => {
  const byMeaning = new Map<string, string>()
  for (const [written] of text.matchAll(/[\p{L}\p{N}\p{M}'"׳״’]{2,}/gu)) {
    const word = fold(written.slice(0, MOST_LETTERS))
    if (word.length < 2 || foldedStopWords.has(word)) continue
    const meaning = meaningOf(word)
    if (byMeaning.has(meaning)) continue
    byMeaning.set(meaning, written)
    if (byMeaning.size === MEANINGS_READ) break
  }
  return byMeaning
}

const listed = new Set(meanings.values())

export const isListed = (meaning: string): boolean => listed.has(meaning)
