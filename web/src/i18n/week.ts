import { type Language, languageTraits } from '#contract'

export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

type WeekInfo = { firstDay: number }
type WeekLocale = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/** Fallback for browsers without `getWeekInfo`: larger countries whose week starts on Sunday. */
const fromSunday = new Set(['AU', 'BR', 'CA', 'IL', 'IN', 'JP', 'MX', 'PH', 'US', 'ZA'])

export const firstWeekday = (language: Language, preferred: readonly string[] = navigator.languages): Weekday => {
  const { firstWeekday: fixed } = languageTraits[language]
  if (fixed !== undefined) return fixed
  const tag = preferred.find((one) => one.startsWith(`${language}-`)) ?? preferred[0] ?? language
  const locale = new Intl.Locale(tag).maximize() as WeekLocale
  const info = locale.getWeekInfo?.() ?? locale.weekInfo
  return (info ? info.firstDay % 7 : Number(!fromSunday.has(locale.region ?? ''))) as Weekday
}
