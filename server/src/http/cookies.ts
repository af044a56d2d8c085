/** Cookies of a request; a value that cannot be decoded is left out. */
export const parseCookies = (header: string | undefined): Record<string, string> => {
  const cookies: Record<string, string> = {}
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 1) continue
    try {
      cookies[pair.slice(0, at).trim()] = decodeURIComponent(pair.slice(at + 1).trim())
    } catch {}
  }
  return cookies
}

export const cookieHeader = (
  name: string,
  value: string,
  options: { path: string; maxAgeSeconds: number; secure: boolean },
): string =>
  `${name}=${encodeURIComponent(value)}; Path=${options.path}; Max-Age=${options.maxAgeSeconds}; HttpOnly; SameSite=Strict${
    options.secure ? '; Secure' : ''
  }`
