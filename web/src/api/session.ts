import type { LogoffReason } from '#contract'

const KEY = 'cohesion.token'
const CHECK_EVERY_MS = 500

export const sessionToken = (): string | null => localStorage.getItem(KEY)

/** Username of the latest sign-in in this browser. */
const MEMBER_KEY = 'cohesion.member'

/** `username`: as typed; omitted after registration and re-entry. */
export const startSession = (token: string, username = ''): void => {
  localStorage.setItem(MEMBER_KEY, username.trim().toLowerCase())
  localStorage.setItem(KEY, token)
}

/** Reason why the session was ended from elsewhere; the sign-in page shows it. */
const REASON_KEY = 'cohesion.logoff'

/** Deletes the token. Every open tab notices it and opens the sign-in page. */
export const endSession = (reason?: LogoffReason): void => {
  if (reason) sessionStorage.setItem(REASON_KEY, reason)
  localStorage.removeItem(KEY)
}

/** Returns the reason and deletes it, so that it is shown once. */
export const takeLogoffReason = (): LogoffReason | undefined => {
  const reason = sessionStorage.getItem(REASON_KEY) as LogoffReason | null
  sessionStorage.removeItem(REASON_KEY)
  return reason ?? undefined
}

/** Returns a path of this app, else `/`: a link to the sign-in page must not lead to another site. */
export const ownPath = (next: string | null): string => {
  if (!next?.startsWith('/')) return '/'
  const url = new URL(next, location.origin)
  if (url.origin !== location.origin || url.pathname === '/login') return '/'
  return url.pathname + url.search + url.hash
}

/** Key of the member whose page this tab showed when the session ended. */
const LEFT_KEY = 'cohesion.left'
const hadSession = sessionToken() !== null

/** Page to open after signing in; `/` if another member left it. */
export const pathAfterLogin = (next: string | null): string => {
  const left = sessionStorage.getItem(LEFT_KEY)
  sessionStorage.removeItem(LEFT_KEY)
  return left === null || left === localStorage.getItem(MEMBER_KEY) ? ownPath(next) : '/'
}

export const loginAddress = (here: string): string => {
  const next = ownPath(here)
  return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

let isLeaving = false
let isSigningOut = false

/**
 * Opens the sign-in page, once: several callers may notice the end, and a second redirect would clear the page. After a
 * sign-out the page's path is dropped, because another person may sign in.
 */
export const goToLogin = (): void => {
  if (isLeaving) return
  isLeaving = true
  if (hadSession) sessionStorage.setItem(LEFT_KEY, localStorage.getItem(MEMBER_KEY) ?? '')
  else sessionStorage.removeItem(LEFT_KEY)
  location.replace(loginAddress(isSigningOut ? '/' : location.pathname + location.search + location.hash))
}

export const signOut = async (end: () => Promise<unknown>): Promise<void> => {
  isSigningOut = true
  try {
    await end()
  } catch (error) {
    isSigningOut = false
    throw error
  }
  endSession()
  goToLogin()
}

export const watchSession = (): (() => void) => {
  const mine = sessionToken()
  const check = () => {
    const now = sessionToken()
    if (now === mine) return
    stop()
    if (now) location.reload()
    else goToLogin()
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  window.addEventListener('storage', check)
  const stop = () => {
    clearInterval(timer)
    window.removeEventListener('storage', check)
  }
  check()
  return stop
}
