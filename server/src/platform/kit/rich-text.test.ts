import { expect, test } from 'vitest'
import { cleanRichText, plainText } from './rich-text.ts'

test('keeps the markup of the editor', () => {
  const html = '<h2>Gate</h2><ul><li><p>Open <strong>north</strong></p></li></ul><p>One<br />two</p>'
  expect(cleanRichText(html)).toBe(html)
})

test('keeps paragraphs and list items that are not closed', () => {
  expect(cleanRichText('<p>word'.repeat(200))).toBe('<p>word</p>'.repeat(200))
})

test.each(['<p><b>word', '<b>word', '<ul><li>word', '<blockquote>word', '<b></i>word'])(
  'keeps the words of deeply nested %s',
  (part) => {
    const clean = cleanRichText(part.repeat(150))
    expect(clean.match(/word/g)).toHaveLength(150)
    expect(clean.match(/<\w+/g)).toEqual(['<p'])
  },
)

test('escapes the rest of tags that are nested too deep', () => {
  expect(cleanRichText(`${'<b>'.repeat(101)}<scr<b>ipt>alert(1)</script><img src=x onerror=alert(1)`)).not.toMatch(
    /<(?!\/?p>)/,
  )
})

test('plain text has one trimmed line for each block', () => {
  expect(plainText('<p>One  two </p><p> </p><ul><li>Three<br>four</li></ul>')).toBe('One  two\nThree\nfour')
})

test.each([' ', '<a href="', '<', '\n '])('100 kB of %j is cleaned in less than two seconds', (part) => {
  const text = `x${part.repeat(100_000 / part.length)}x`
  const before = process.cpuUsage()
  plainText(cleanRichText(text))
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000)
})
