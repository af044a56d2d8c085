import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './RichText.module.css'

const allowed = {
  ALLOWED_TAGS: ['h1', 'h2', 'h3', 'p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a'],
  ALLOWED_ATTR: ['href', 'rel', 'target'],
}

/**
 * Gives each list the direction of its own text. Sanitised lists have no attributes, so a text replacement is enough.
 */
const withListDirections = (clean: string): string => clean.replace(/<(ul|ol)>/g, '<$1 dir="auto">')

/** Formatted text. The server has sanitised it; the browser sanitises it again. */
export const RichText = ({ html }: { html: string }) => {
  const clean = useMemo(() => withListDirections(DOMPurify.sanitize(html, allowed)), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above, and the page's policy runs no inline script
  return <div className={`${classes.text} ${classes.read}`} dangerouslySetInnerHTML={{ __html: clean }} />
}
