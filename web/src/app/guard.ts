export type GuardState = {
  isSignedIn: boolean
  path: string
  isOffline: boolean
  termsUpdatedAt: string | null
  agreedAt: string | null
}

export const guard = ({ isSignedIn, path, isOffline, termsUpdatedAt, agreedAt }: GuardState): string | null => {
  if (path === '/login') return null
  if (!isSignedIn) return '/login'
  // Before the terms, because offline mode has a single page and skips them.
  if (isOffline) return path === '/sensors' ? null : '/sensors'
  const isTerms = path === '/terms'
  const hasAgreed = agreedAt !== null && Date.parse(agreedAt) >= Date.parse(termsUpdatedAt ?? agreedAt)
  if (termsUpdatedAt === null || hasAgreed) return isTerms ? '/' : null
  if (isTerms) return null
  // A member who never agreed is redirected from every page. After a change of the terms, members are redirected only
  // on their next visit to the map.
  return agreedAt === null || path === '/' ? '/terms' : null
}
