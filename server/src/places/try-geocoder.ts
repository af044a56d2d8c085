import { openGeocoder } from './geocoder.ts'

/** A place that every geocoder knows. */
const knownPlace = [2.2945, 48.8584] as const

/** Whether an address leads to a geocoder that knows the world; answers what it says about one place of it. */
export const tryGeocoder = async (url: string): Promise<string> => {
  const geocoder = openGeocoder({ url, isTrusted: false, log: { warn: () => {} } })
  const address = await geocoder.addressOf([...knownPlace], 'en')
  if (!address) throw new Error('the geocoder knows nothing')
  return address
}
