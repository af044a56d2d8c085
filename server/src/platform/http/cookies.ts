import { parseCookie, stringifySetCookie } from 'cookie'

/** Cookies of a request. Of two with one name the first counts: browsers send the one with the longer path first. */
export const parseCookies = (header: string | undefined) => parseCookie(header ?? '')

/** A cookie for `set-cookie` that no script reads and no other site makes a browser send. */
export const cookieHeader = (
  name: string,
  value: string,
  { maxAgeSeconds, ...options }: { path: string; maxAgeSeconds: number; secure: boolean },
): string => stringifySetCookie({ name, value, maxAge: maxAgeSeconds, ...options, httpOnly: true, sameSite: 'strict' })
