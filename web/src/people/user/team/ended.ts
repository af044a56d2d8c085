import type { TFunction } from 'i18next'
import type { EndedAccess } from '#contract'
import { isolated } from '../../../i18n/isolated.ts'

type Named = { name: string }[]

/** Names the API tokens and feeds that ended with a member's access. Empty if none ended. */
export const endedText = ({ revokedTokens, revokedFeeds }: EndedAccess, t: TFunction): string => {
  const namesOf = (all: Named) => all.map(({ name }) => isolated(name)).join(', ')
  return [
    revokedTokens.length > 0 && t('team.tokensRevoked', { names: namesOf(revokedTokens) }),
    revokedFeeds.length > 0 && t('team.feedsRevoked', { names: namesOf(revokedFeeds) }),
  ]
    .filter(Boolean)
    .join('. ')
}
