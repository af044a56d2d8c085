import type { TFunction } from 'i18next'
import { Problem, type Usage } from '#contract'
import { isolatedHere } from '../i18n/isolated.ts'
import { nameOf } from '../i18n/names.ts'
import type { StrangeAnswer } from './call.ts'

/**
 * Text of an error: the translated message of a known code, else the reply's message or data, its status, or "Unknown
 * server error". Server failures end with the request id, to find them in the log.
 */
export const problemText = (error: unknown, t: TFunction): string => {
  if (!(error instanceof Problem)) return t('problem.unknownServerError')
  const text = sentenceOf(error, t)
  return error.requestId ? `${text} (${error.requestId})` : text
}

/** Lists the uses that prevent deleting an item. */
export const inUseText = (uses: readonly Usage[], t: TFunction): string =>
  t('problem.inUse', { uses: uses.map((use) => isolatedHere(t(`use.${use.kind}`, { name: nameOf(use) }))).join(', ') })

const sentenceOf = (error: Problem, t: TFunction): string => {
  if (error.usedBy) return inUseText(error.usedBy, t)
  if (error.code !== 'unknownServerError') return t(`problem.${error.code}`, { seconds: error.retryAfterSeconds })
  const { message, data, response } = (error.cause ?? {}) as StrangeAnswer
  const text = Array.isArray(message) ? message.join(', ') : message
  // Few people understand a status line, so it follows in brackets, for support.
  const failure = response?.startsWith('5') ? t('word.serverFailed', { answer: response }) : response
  return text || data || failure || t('problem.unknownServerError')
}
