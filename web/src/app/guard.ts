/** Where a person may be, decided in one place so that no two rules can send them back and forth. */

export type GuardState = {
  isSignedIn: boolean
  path: string
  isOffline: boolean
  /** When the terms of the service were last changed; null where it has none. */
  termsUpdatedAt: string | null
  agreedAt: string | null
}

export const guard = ({ isSignedIn, path, isOffline, termsUpdatedAt, agreedAt }: GuardState): string | null => {
  if (path === '/login') return null
  if (!isSignedIn) return '/login'
  // Offline mode comes first and leaves the terms asleep: it knows one page only.
  if (isOffline) return path === '/sensors' ? null : '/sensors'
  const isTerms = path === '/terms'
  const hasAgreed = agreedAt !== null && Date.parse(agreedAt) >= Date.parse(termsUpdatedAt ?? agreedAt)
  if (termsUpdatedAt === null || hasAgreed) return isTerms ? '/' : null
  if (isTerms) return null
  // New terms wait until someone comes by the map; who never agreed to any goes there from everywhere.
  return agreedAt === null || path === '/' ? '/terms' : null
}
