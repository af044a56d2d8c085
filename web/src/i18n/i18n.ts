import i18next, { type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isLanguage, type Language, languageOr, languages } from '#contract'
import { isolatedHere } from './isolated.ts'
import type { TextPart } from './keys.d.ts'

/** One chunk per language and part, so that a page loads only its own texts; every page loads `base`. */
const files = import.meta.glob<{ default: object }>('./*/*.json')

/** A file with the texts of several parts. It is loaded only if none of these parts is loaded yet. */
type JoinedFile = {
  parts: readonly ('base' | TextPart)[]
  load: (language: Language) => Promise<Record<string, string> | undefined>
}
/** Each page registers its joined files. */
export const joinedFiles: JoinedFile[] = []

const requestedParts = new Set<'base' | TextPart>(['base'])
const loadedParts = new Set<string>()

const YEAR_SECONDS = 365 * 24 * 60 * 60

export const currentLanguage = (): Language => languageOr(i18next.language)

export const chosenLanguage = (): Language | undefined => {
  const choice = document.cookie.match(/(?:^|; )locale=(\w+)/)?.[1]
  return isLanguage(choice) ? choice : undefined
}

const loadPart = async (language: Language, part: string): Promise<void> => {
  const file = `./${language}/${part}.json`
  if (loadedParts.has(file)) return
  const texts = await files[file]?.()
  i18next.addResourceBundle(language, 'translation', texts?.default, true)
  loadedParts.add(file)
}

const loadJoined = async (language: Language, { parts, load: read }: JoinedFile): Promise<void> => {
  const texts = await read(language)
  for (const part of parts) {
    const file = `./${language}/${part}.json`
    if (!loadedParts.has(file))
      i18next.addResourceBundle(language, 'translation', JSON.parse(texts?.[part] ?? '{}'), true)
    loadedParts.add(file)
  }
}

const load = async (language: Language): Promise<void> => {
  const missing = new Set([...requestedParts].filter((part) => !loadedParts.has(`./${language}/${part}.json`)))
  const together = joinedFiles.filter(({ parts }) => parts.every((part) => missing.has(part)))
  const alone = [...missing].filter((part) => !together.some(({ parts }) => parts.includes(part)))
  await Promise.all([
    ...together.map((file) => loadJoined(language, file)),
    ...alone.map((part) => loadPart(language, part)),
  ])
}

/** Loads a part's texts in a language other than the page's, such as a reporter's. */
export const loadTexts = async (language: Language, part: TextPart): Promise<TFunction> => {
  await loadPart(language, part)
  return i18next.getFixedT(language)
}

/** Loads a lazy screen together with its texts: `lazy(withTexts(['people'], () => import(…)))`. */
export const withTexts =
  <Screen>(parts: TextPart[], screen: () => Promise<Screen>) =>
  async (): Promise<Screen> => {
    for (const part of parts) requestedParts.add(part)
    const [loadedScreen] = await Promise.all([screen(), load(currentLanguage())])
    return loadedScreen
  }

const mirrorPage = (language: Language): void => {
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].direction
}

/** `parts`: loaded at once, besides `base`. `wished`: overrides the language chosen on this device. */
export const startI18n = async (parts: readonly TextPart[] = [], wished?: Language): Promise<void> => {
  for (const part of parts) requestedParts.add(part)
  const { lang } = document.documentElement
  const language = wished ?? chosenLanguage() ?? languageOr(lang)
  await i18next.use(initReactI18next).init({
    lng: language,
    // Every key exists in every language (keys.test.ts), so no fallback language is loaded.
    fallbackLng: false,
    resources: {},
    // React escapes HTML. A value in the other writing direction is isolated, because it would reorder its sentence.
    interpolation: { escape: isolatedHere },
    react: { useSuspense: false },
  })
  await load(language)
  mirrorPage(language)
}

/** Shows a language without storing the choice. */
export const showLanguage = async (language: Language): Promise<void> => {
  if (language === currentLanguage()) return
  await load(language)
  await i18next.changeLanguage(language)
  mirrorPage(language)
}

export const chooseLanguage = async (language: Language): Promise<void> => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, and the server runs on plain http on a LAN too
  document.cookie = `locale=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  await showLanguage(language)
}
