import type { Page } from '@playwright/test'

/**
 * Texts of the page whose parts the browser may show in another order than they were written in, because a name of the
 * other direction is not isolated from a number or a name after it.
 */
export const reorderedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hebrew = '\\u0590-\\u08ff'
    const isReordered = {
      // A Hebrew name before a number or another Hebrew name, with only a separator between them.
      ltr: new RegExp(`[${hebrew}][^a-z]*\\d|[${hebrew}]\\s*[·•|,–—]\\s*[${hebrew}]`, 'i'),
      // A Latin name before a number, with a separator between them, and a phone number.
      rtl: new RegExp(`[a-z][^${hebrew}]*[·•|–—][^${hebrew}]*\\d|\\+\\d`, 'i'),
    }
    const IS_ISOLATE = /isolate|plaintext/
    /** The text of one paragraph, with a placeholder for each isolated or separate part. */
    const textOf = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (node instanceof Text) return node.data.replace(/[\u2066-\u2068].*?\u2069/gs, '\ufffc')
          if (!(node instanceof HTMLElement)) return ''
          const { display, unicodeBidi, position } = getComputedStyle(node)
          const isInline = display === 'inline' && position === 'static' && !IS_ISOLATE.test(unicodeBidi)
          return isInline ? textOf(node) : '\ufffc'
        })
        .join('')
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      if (!(element instanceof HTMLElement) || !element.checkVisibility()) return []
      const { display, direction, unicodeBidi } = getComputedStyle(element)
      if (display === 'inline' && !IS_ISOLATE.test(unicodeBidi)) return []
      // The words of one person, such as a name, have the direction of their first letter.
      if (element.dir === 'auto' || unicodeBidi === 'plaintext' || element.tagName === 'BDI') return []
      const text = textOf(element).replace(/\s+/g, ' ').trim()
      return isReordered[direction as 'ltr' | 'rtl'].test(text) ? [text] : []
    })
  })
