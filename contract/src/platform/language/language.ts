import { z } from 'zod'

// Every page loads this file. Functions that make schemas are in schema.ts, because they need zod.

/**
 * Languages of the interface and of the services' texts. A new language needs a line here, a folder of texts in
 * web/src/i18n, its traits, and the server's texts, whose absence the compiler reports (`Record<Language, …>`).
 */
export const languages = {
  en: { name: 'English', direction: 'ltr' },
  he: { name: 'עברית', direction: 'rtl' },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl' }>

export type Language = keyof typeof languages
export const languageCodes = [...Object.keys(languages)] as [Language, ...Language[]]
export const Language = z.enum(languageCodes)

/** Language where no other has been chosen. */
export const DEFAULT_LANGUAGE: Language = 'en'

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(languages, text)

/** The language, or the default one if the text is none. */
export const languageOr = (text: unknown): Language => (isLanguage(text) ? text : DEFAULT_LANGUAGE)

/** Texts by language, as `{ he: { name: '…' } }`. The item's own fields have the texts in the main language. */
export const Translations = z.record(z.string().max(20), z.record(z.string().max(250), z.string().max(20_000)))
export type Translations = z.infer<typeof Translations>

/** A text in the reader's language, or in the main language if it is not translated. */
export const textIn = <Name extends string>(
  thing: { [K in Name]: string } & { translations?: Translations | undefined },
  name: Name,
  language: Language,
): string => thing.translations?.[language]?.[name] || thing[name]

/** Codes used before 1989, which some senders still use. */
const formerCodes: Record<string, string> = { iw: 'he' }

const codeOf = ({ language }: { language: string }): string => {
  const [code = ''] = language.toLowerCase().split('-')
  return formerCodes[code] ?? code
}

/** The text in this language, else in the default language, else the first. For texts from other systems. */
export const inLanguage = <Text extends { language: string }>(
  texts: readonly Text[],
  language: Language,
): Text | undefined =>
  [language, DEFAULT_LANGUAGE]
    .map((wanted) => texts.find((text) => codeOf(text) === wanted))
    .find((text) => text !== undefined) ?? texts[0]

export const inEveryLanguage = <T>(valueIn: (language: Language) => T) =>
  Object.fromEntries(languageCodes.map((language) => [language, valueIn(language)])) as Record<Language, T>

/** Converts texts that exist in every language to translations, without the main language. */
export const translationsFrom = (main: Language, texts: Record<string, Record<Language, string>>): Translations =>
  Object.fromEntries(
    languageCodes
      .filter((language) => language !== main)
      .map((language) => [
        language,
        Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]])),
      ]),
  )
