import { parseCookie, stringifySetCookie } from 'cookie'

/** Cookies of a request. Of two with the same name the first counts: browsers send the longer path first. */
export const parseCookies = (header: string | undefined) => parseCookie(header ?? '')

export const cookieHeader = (
  name: string,
  value: string,
  { maxAgeSeconds, ...options }: { path: string; maxAgeSeconds: number; secure: boolean },
): string => stringifySetCookie({ name, value, maxAge: maxAgeSeconds, ...options, httpOnly: true, sameSite: 'strict' })
