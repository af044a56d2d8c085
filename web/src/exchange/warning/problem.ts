import type { TFunction } from 'i18next'
import type { WarningFeed, WarningFeedProblem } from '#contract'
import { isolated } from '../../i18n/isolated.ts'

/** Describes the problem of the last check and its remedy. */
export const feedProblemText = (problem: WarningFeedProblem, { url }: WarningFeed, t: TFunction): string => {
  const { code, status, line, count = 1, first } = problem
  const host = isolated(new URL(url).host)
  const main =
    code === 'someUnread'
      ? t('warningFeed.someUnread', { count })
      : t(`warningFeed.problem.${code}`, { host, status: status ?? '' })
  const cause = code === 'someUnread' && first && first !== 'someUnread' && t(`warningFeed.cause.${first}`)
  return [main, cause, line && t('warningFeed.line', { line })].filter(Boolean).join(' ')
}
