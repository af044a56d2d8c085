import { z } from 'zod'
import { DEFAULT_LANGUAGE, type FoundPlace, type Language, type LngLat } from '#contract'
import { memoize } from '../../platform/kit/shared-answers.ts'
import { slots } from '../../platform/kit/slots.ts'
import { guardedFetch } from '../../platform/outbound/guard.ts'

/** The fields of a Nominatim reply that are used. Nominatim sends coordinates as text. */
const Place = z.object({
  display_name: z.string().min(1),
  lat: z.coerce.number().min(-90).max(90),
  lon: z.coerce.number().min(-180).max(180),
})
/** Reply for a point without an address, with status 200 or 404. A wrong path also returns 404, but another body. */
const isNothing = (answer: unknown) => typeof answer === 'object' && answer !== null && 'error' in answer

const TIMEOUT_MS = 3000
const MOST_BYTES = 1_000_000
const AT_ONCE = 4
const MOST_ANSWERS = 500
const LONGEST = 500
/** Circuit breaker: after this many failures in a row, the geocoder rests for `REST_MS`. */
const FAILURES = 3
const REST_MS = 30_000
/** Half the size of the box in which results are preferred, around the map's centre. */
const NEAR_DEGREES = 1

type Log = { warn(details: object, text: string): void }
export type Geocoder = ReturnType<typeof openGeocoder>

type GeocoderOptions = {
  url: string
  log: Log
  now?: () => number
  /**
   * Allows a private address. True for the address from the server's environment, false for one that a member entered.
   */
  isTrusted?: boolean
}

/** A Nominatim-compatible geocoder. Its address may contain a path, a key, and a user name with password. */
export const openGeocoder = ({ url, log, now = Date.now, isTrusted = true }: GeocoderOptions) => {
  const base = new URL(url)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (base.username || base.password) {
    const [name, password] = [base.username, base.password].map(decodeURIComponent)
    headers.authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
    base.username = base.password = ''
  }
  const inTurn = slots(AT_ONCE)
  let failures = 0
  let restsUntil = 0

  const fetchJson = async (pathAndQuery: string): Promise<unknown> => {
    const target = new URL(base)
    const [path, query] = pathAndQuery.split('?')
    target.pathname = `${base.pathname.replace(/\/+$/, '')}/${path}`
    for (const [name, value] of new URLSearchParams(query)) target.searchParams.set(name, value)
    const limits = { trusted: isTrusted, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES }
    const { status, body } = await guardedFetch(target, { ...limits, headers })
    if (status !== 200 && status !== 404) throw new Error(`The geocoder answered ${status}.`)
    return JSON.parse(body.toString())
  }

  const ask = <T>(read: (answer: unknown) => T) =>
    memoize(MOST_ANSWERS, (pathAndQuery) =>
      inTurn(async () => {
        if (now() < restsUntil) throw new Error('The geocoder failed several times and is retried later.')
        try {
          const answer = read(await fetchJson(pathAndQuery))
          failures = 0
          return answer
        } catch (err) {
          // The URL may contain a key, so neither it nor the query is logged.
          log.warn({ err, host: base.host }, 'the geocoder failed; the bundled places are used instead')
          if (++failures >= FAILURES) {
            failures = 0
            restsUntil = now() + REST_MS
          }
          throw err
        }
      }),
    )
  const askForPlaces = ask(readPlaces)
  const askForAddress = ask(readAddress)

  return {
    search(text: string, { language, near, limit }: SearchOptions): Promise<FoundPlace[]> {
      const values: Record<string, string> = { q: text, limit: String(limit) }
      if (near) values.viewbox = viewbox(near)
      return askForPlaces(`search?${queryOf(values, language)}`)
    },

    addressOf([lng, lat]: LngLat, language: Language): Promise<string | null> {
      // Rounded to a metre, so that neighbouring points share a cached answer.
      const values = { lat: inDegrees(lat, 5), lon: inDegrees(lng, 5) }
      return askForAddress(`reverse?${queryOf(values, language)}`)
    },
  }
}

const addressOf = ({ display_name }: z.output<typeof Place>) => display_name.slice(0, LONGEST)

const readAddress = (answer: unknown): string | null => (isNothing(answer) ? null : addressOf(Place.parse(answer)))

const readPlaces = (answer: unknown): FoundPlace[] =>
  isNothing(answer)
    ? []
    : z
        .array(Place)
        .parse(answer)
        .map((place) => ({ address: addressOf(place), coordinates: [place.lon, place.lat] }))

const queryOf = (values: Record<string, string>, language: Language) =>
  new URLSearchParams({ format: 'jsonv2', 'accept-language': language, ...values })

const inDegrees = (value: number, digits: number) => String(Number(value.toFixed(digits)))

type SearchOptions = { language: Language; near?: LngLat | undefined; limit: number }

/** Coarse, so that small moves of the map share a cached answer. */
const viewbox = ([lng, lat]: LngLat) =>
  [
    Math.max(-180, lng - NEAR_DEGREES),
    Math.min(90, lat + NEAR_DEGREES),
    Math.min(180, lng + NEAR_DEGREES),
    Math.max(-90, lat - NEAR_DEGREES),
  ]
    .map((value) => inDegrees(value, 1))
    .join(',')

const testPoint = [2.2945, 48.8584] as const

export const tryGeocoder = async (url: string): Promise<string> => {
  const geocoder = openGeocoder({ url, isTrusted: false, log: { warn: () => {} } })
  const address = await geocoder.addressOf([...testPoint], DEFAULT_LANGUAGE)
  if (!address) throw new Error('the geocoder found nothing')
  return address
}
