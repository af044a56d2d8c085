import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './RichText.module.css'

const allowed = {
  ALLOWED_TAGS: ['h1', 'h2', 'h3', 'p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a'],
  ALLOWED_ATTR: ['href', 'rel', 'target'],
}

/** Bullets stand where the words of their list begin, in either language. Nothing but the bare tags is left by now. */
const withListDirections = (clean: string): string => clean.replace(/<(ul|ol)>/g, '<$1 dir="auto">')

/** What people wrote with headings, lists and links. The server cleaned it; here it is cleaned once more. */
export const RichText = ({ html }: { html: string }) => {
  const clean = useMemo(() => withListDirections(DOMPurify.sanitize(html, allowed)), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above, and the page's policy runs no inline script
  return <div className={classes.text} dir="auto" dangerouslySetInnerHTML={{ __html: clean }} />
}
