import { createHash } from 'node:crypto'
import { cleanRichText, plainText } from '../kit/rich-text.ts'

export const descriptionColumns = (html: string) => {
  const descriptionHtml = cleanRichText(html)
  return { descriptionHtml, descriptionText: plainText(descriptionHtml) }
}

/** Distinguishes a retry from another report with the same nonce. */
export const contentHash = (content: object, file: Uint8Array | undefined): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(content))
    .update(file ?? '')
    .digest()
