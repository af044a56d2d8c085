import type { Language } from '#contract'

export type Texts = { [key: string]: string | Texts }

const files = import.meta.glob<{ default: Texts }>('../i18n/{en,he}/*.json', { eager: true })

/** Each part of a language by its file's name. */
export const textParts = (language: Language): [string, Texts][] =>
  Object.entries(files)
    .filter(([file]) => file.includes(`/${language}/`))
    .map(([file, { default: texts }]) => [file.replace(/^.*\/|\.json$/g, ''), texts])

export const allTexts = (language: Language): Texts =>
  Object.assign({}, ...textParts(language).map(([, texts]) => texts))
