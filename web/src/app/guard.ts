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
  // First, because offline mode has one page and skips the terms.
  if (isOffline) return path === '/sensors' ? null : '/sensors'
  const isTerms = path === '/terms'
  const hasAgreed = agreedAt !== null && Date.parse(agreedAt) >= Date.parse(termsUpdatedAt ?? agreedAt)
  if (termsUpdatedAt === null || hasAgreed) return isTerms ? '/' : null
  if (isTerms) return null
  // Changed terms appear on the next visit to the map; someone who never agreed is redirected from every page.
  return agreedAt === null || path === '/' ? '/terms' : null
}
