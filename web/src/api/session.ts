import type { LogoffReason } from '#contract'

/** Session of this browser, shared by all tabs. */

const KEY = 'cohesion.token'
const CHECK_EVERY_MS = 500

export const sessionToken = (): string | null => localStorage.getItem(KEY)

/** The member of the latest sign-in on this browser. */
const MEMBER_KEY = 'cohesion.member'

/** `username`: as typed; undefined after a registration or a re-entry. */
export const startSession = (token: string, username = ''): void => {
  localStorage.setItem(MEMBER_KEY, username.trim().toLowerCase())
  localStorage.setItem(KEY, token)
}

/** Why the session was ended by someone else; the sign-in page shows it. */
const REASON_KEY = 'cohesion.logoff'

/** Forgets the token; every open tab notices and goes to the sign-in page. */
export const endSession = (reason?: LogoffReason): void => {
  if (reason) sessionStorage.setItem(REASON_KEY, reason)
  localStorage.removeItem(KEY)
}

/** Reads and clears: the reason is shown once. */
export const takeLogoffReason = (): LogoffReason | undefined => {
  const reason = sessionStorage.getItem(REASON_KEY) as LogoffReason | null
  sessionStorage.removeItem(REASON_KEY)
  return reason ?? undefined
}

/** Only addresses of this app: a link to the sign-in page must not send people elsewhere. */
export const ownPath = (next: string | null): string => {
  if (!next?.startsWith('/')) return '/'
  const url = new URL(next, location.origin)
  if (url.origin !== location.origin || url.pathname === '/login') return '/'
  return url.pathname + url.search + url.hash
}

/** The member whose page this tab left when the session ended. */
const LEFT_KEY = 'cohesion.left'
const hadSession = sessionToken() !== null

/** Where to go on after signing in. A page that another member left in this tab is not opened. */
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
 * Only once: several callers may notice the end of the session, and a second redirect would clear what is typed on the
 * sign-in page. After signing out another person may sign in: that one begins at the start page, not at this panel.
 */
export const goToLogin = (): void => {
  if (isLeaving) return
  isLeaving = true
  if (hadSession) sessionStorage.setItem(LEFT_KEY, localStorage.getItem(MEMBER_KEY) ?? '')
  else sessionStorage.removeItem(LEFT_KEY)
  location.replace(loginAddress(isSigningOut ? '/' : location.pathname + location.search + location.hash))
}

/** Ends the session by the member's own will. The live stream may notice it before the answer is there. */
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

/** Signed out in another tab: go to the sign-in page. Signed in there as someone else: reload as that person. */
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
