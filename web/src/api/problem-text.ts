import type { TFunction } from 'i18next'
import { Problem } from '#contract'
import type { StrangeAnswer } from './call.ts'

/**
 * What a person is told (specification, section 8): the server's message (in their language, where the code is known),
 * else the answer's data, else the answer itself, else "Unknown server error".
 */
export const problemText = (error: unknown, t: TFunction): string => {
  if (!(error instanceof Problem)) return t('problem.unknownServerError')
  if (error.usedBy) {
    const uses = error.usedBy.map(({ kind, name }) => t(`use.${kind}`, { name })).join(', ')
    return t('problem.inUse', { uses })
  }
  if (error.code !== 'unknownServerError') return t(`problem.${error.code}`, { seconds: error.retryAfterSeconds })
  const { message, data, response } = (error.cause ?? {}) as StrangeAnswer
  const words = Array.isArray(message) ? message.join(', ') : message
  // A status line alone says nothing to most people; it stands in brackets for whoever is asked for help.
  const failure = response?.startsWith('5') ? t('word.serverFailed', { answer: response }) : response
  return words || data || failure || t('problem.unknownServerError')
}
