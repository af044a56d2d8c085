/** Descriptions are rich text; a plain field shows and writes their words. */

export const textOf = (html: string): string => {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<br\s*\/?>|<\/(?:p|div|h\d|li)>/gi, '$&\n'),
    'text/html',
  )
  return body.textContent.trim()
}

const asMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const htmlOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${asMarkup(line)}</p>`)
    .join('')
