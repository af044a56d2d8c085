import { DEFAULT_LANGUAGE } from '#contract'
import { openGeocoder } from './geocoder.ts'

const testPoint = [2.2945, 48.8584] as const

/** Tests a geocoder with a known point; throws if it returns nothing. */
export const tryGeocoder = async (url: string): Promise<string> => {
  const geocoder = openGeocoder({ url, isTrusted: false, log: { warn: () => {} } })
  const address = await geocoder.addressOf([...testPoint], DEFAULT_LANGUAGE)
  if (!address) throw new Error('the geocoder knows nothing')
  return address
}
