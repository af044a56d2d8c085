import { DEFAULT_LANGUAGE } from '#contract'
import { openGeocoder } from './geocoder.ts'

/** A place that every geocoder knows. */
const testPoint = [2.2945, 48.8584] as const

/** Tests a geocoder with one known point; returns its answer, throws if it has none. */
export const tryGeocoder = async (url: string): Promise<string> => {
  const geocoder = openGeocoder({ url, isTrusted: false, log: { warn: () => {} } })
  const address = await geocoder.addressOf([...testPoint], DEFAULT_LANGUAGE)
  if (!address) throw new Error('the geocoder knows nothing')
  return address
}
