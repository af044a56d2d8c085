import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withTexts } from '../../i18n/i18n.ts'
import type { TextPart } from '../../i18n/keys.d.ts'
import { firstViewShown } from '../../ui/browser/first-view-shown.ts'

/** Texts of what is always there; they are one file. */
const LATER_TEXTS: TextPart[] = ['device', 'metrics', 'sensors']

type Later = typeof import('./after-first-view.ts')

/** Offline there is no bandwidth to save: everything comes from the device at once. */
const waitForFirstView = async () => {
  if (navigator.onLine) await firstViewShown
}

/** A component of `after-first-view.ts`, loaded with its texts when the first view no longer needs the bandwidth. */
export const lazyAfterFirstView = <Name extends keyof Later>(
  name: Name,
  texts: TextPart[] = [],
): LazyExoticComponent<Later[Name]> => {
  const load = withTexts([...LATER_TEXTS, ...texts], () => import('./after-first-view.ts'))
  return lazy(async () => {
    await waitForFirstView()
    // biome-ignore lint/suspicious/noExplicitAny: what `lazy` asks for; the callers get the component's own type
    return { default: (await load())[name] as ComponentType<any> }
  }) as LazyExoticComponent<Later[Name]>
}
