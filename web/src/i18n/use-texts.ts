import i18next, { type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'

let shown: { language: string; t: TFunction } | undefined

/** Another one in another language, so that whoever remembers what `t` said looks again. */
const texts = (): { t: TFunction } => {
  const { language } = i18next
  if (shown?.language !== language) shown = { language, t: i18next.getFixedT(language) }
  return shown
}

const follow = (onChange: () => void) => {
  i18next.on('languageChanged', onChange)
  return () => i18next.off('languageChanged', onChange)
}

/**
 * `useTranslation` for what a list renders by the dozen while it is scrolled: that one copies all of i18next for each
 * component, which is a tenth of what a row costs.
 */
export const useTexts = (): { t: TFunction } => useSyncExternalStore(follow, texts)
