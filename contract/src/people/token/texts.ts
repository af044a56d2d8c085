import { shorten } from '../../platform/kit/shorten.ts'
import type { Language } from '../../platform/language/language.ts'
import type { EndedAccess } from './api.ts'

/** Message to Admins after a member with API tokens or feeds has deleted its own account. */
export const programsEndedTexts = (
  member: string,
  { revokedTokens, revokedFeeds }: EndedAccess,
): Record<Language, string> => {
  const names = shorten([...revokedTokens, ...revokedFeeds].map(({ name }) => name).join(', '), 300)
  return {
    en: `${member} deleted their account. Programs that used these API tokens and feeds have stopped: ${names}.`,
    he: `החשבון של ${member} נמחק דרך הפרופיל. תוכנות שהשתמשו באסימוני ה־API ובהזנות האלה הפסיקו לעבוד: ${names}.`,
  }
}
