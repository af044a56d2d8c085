import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withTexts } from '../../i18n/i18n.ts'
import type { TextPart } from '../../i18n/keys.d.ts'
import { firstViewShown } from '../../ui/browser/first-view-shown.ts'

/** Texts of the components that are always shown; they are one file for each language. */
const LATER_TEXTS: TextPart[] = ['device', 'metrics', 'sensors']

type Later = typeof import('./after-first-view.ts')

/** Does not wait offline, because all code is loaded from the device. */
const waitForFirstView = async () => {
  if (navigator.onLine) await firstViewShown
}

export const lazyAfterFirstView = <Name extends keyof Later>(
  name: Name,
  texts: TextPart[] = [],
): LazyExoticComponent<Later[Name]> => {
  const load = withTexts([...LATER_TEXTS, ...texts], () => import('./after-first-view.ts'))
  return lazy(async () => {
    await waitForFirstView()
    // biome-ignore lint/suspicious/noExplicitAny: `lazy` requires it; callers get the component's own type
    return { default: (await load())[name] as ComponentType<any> }
  }) as LazyExoticComponent<Later[Name]>
}
