import { createHash } from 'node:crypto'
import { plainText, storedRichText } from '../../platform/kit/rich-text.ts'

export const descriptionColumns = (html: string) => {
  const descriptionHtml = storedRichText(html, 'description', 200_000)
  return { descriptionHtml, descriptionText: plainText(descriptionHtml) }
}

/**
 * Distinguishes a retry from another report with the same nonce. Ignores `sameAs`, because each attempt resolves board
 * entries again.
 */
export const contentHash = (
  { sameAs: _same, differsFrom: _differs, ...content }: { sameAs?: unknown; differsFrom?: unknown },
  file: Uint8Array | undefined,
): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(content))
    .update(file ?? '')
    .digest()
