import type { Language } from './language.ts'

type Traits = {
  /** The writing system, by its Unicode name. */
  script: 'Latin' | 'Hebrew'
  /** The locale whose dates have the day before the month, as the whole app writes them. */
  dayFirst: string
  /** 0 is Sunday; absent where it depends on the reader's country. */
  firstWeekday?: 0 | 1 | 6
  /** Whether months have a common name of one letter. */
  hasNarrowMonths: boolean
  weekdayFormat: 'dd' | 'ddd'
}

/** How each language is written. In a file of its own, because few pages need it and every page loads `languages`. */
export const languageTraits: Record<Language, Traits> = {
  en: { script: 'Latin', dayFirst: 'en-GB', hasNarrowMonths: true, weekdayFormat: 'dd' },
  // dayjs's shortest Hebrew names lack the geresh of Friday; `ddd` is as short.
  he: { script: 'Hebrew', dayFirst: 'he', firstWeekday: 0, hasNarrowMonths: false, weekdayFormat: 'ddd' },
}
