import { Problem } from '#contract'
import { isOutsideAddress } from './own-networks.ts'
import { checkTarget, OutboundError } from './target.ts'

/** Refuses addresses that are obviously not public. Host names are resolved and checked at each request. */
export const requirePublicUrl = (url: string | undefined): void => {
  try {
    if (url !== undefined) checkTarget(new URL(url), isOutsideAddress, false)
  } catch (error) {
    if (error instanceof OutboundError) throw new Problem('invalid', { fields: { url: 'form.url' } })
    throw error
  }
}
