import { expect, test } from 'vitest'
import { COVER } from '#contract'
import { coverHtml } from './cover-html.ts'

test('words are covered between the tags, and the formatting stays', () => {
  expect(coverHtml('<p>Dana &amp; <strong>Levi</strong> fell</p>', ['levi'])).toBe(
    `<p>Dana &amp; <strong>${COVER}</strong> fell</p>`,
  )
})

test('a word split by formatting or inside a link address is covered with its formatting', () => {
  expect(coverHtml('<p>Mr Le<em>vi</em> fell</p>', ['Levi'])).toBe(`<p>Mr ${COVER} fell</p>`)
  expect(coverHtml('<p><a href="mailto:levi@example.org">Write</a></p>', ['levi'])).toBe('<p>Write</p>')
})
