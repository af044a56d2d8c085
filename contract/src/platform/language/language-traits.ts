import type { Language } from './language.ts'

type Traits = {
  /** Unicode name of the script. */
  script: 'Latin' | 'Hebrew'
  /** Locale with day before month, as in all dates of the app. */
  dayFirst: string
  /** 0 is Sunday; absent if it depends on the reader's country. */
  firstWeekday?: 0 | 1 | 6
  /** Whether one-letter names of months are common. */
  hasNarrowMonths: boolean
  weekdayFormat: 'dd' | 'ddd'
}

/** Traits of each language. Separate from `languages`, which every page loads, because few pages need them. */
export const languageTraits: Record<Language, Traits> = {
  en: { script: 'Latin', dayFirst: 'en-GB', hasNarrowMonths: true, weekdayFormat: 'dd' },
  // dayjs's shortest Hebrew name of Friday lacks its geresh; `ddd` is as short.
  he: { script: 'Hebrew', dayFirst: 'he', firstWeekday: 0, hasNarrowMonths: false, weekdayFormat: 'ddd' },
}
