import type { Language } from '#contract'

export type Texts = { [key: string]: string | Texts }

const files = import.meta.glob<{ default: Texts }>('../i18n/*/*.json', { eager: true })

/** Folder of each part; its name is a language code. */
export const textFolders = Object.keys(files).map((file) => file.split('/').at(-2) ?? '')

export const textParts = (language: Language): [string, Texts][] =>
  Object.entries(files)
    .filter(([file]) => file.includes(`/${language}/`))
    .map(([file, { default: texts }]) => [file.replace(/^.*\/|\.json$/g, ''), texts])

/** Merges deeply, as i18next does, because a key's subtree may be spread over several parts. */
const merge = (texts: Texts, more: Texts): Texts => {
  const merged = { ...texts }
  for (const [key, value] of Object.entries(more)) {
    const before = merged[key]
    merged[key] = typeof before === 'object' && typeof value === 'object' ? merge(before, value) : value
  }
  return merged
}

export const allTexts = (language: Language): Texts =>
  textParts(language).reduce<Texts>((texts, [, part]) => merge(texts, part), {})
