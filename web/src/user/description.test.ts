import { expect, test } from 'vitest'
import { htmlOf, textOf } from './description.ts'

test('rich text is shown as its words, a line each', () => {
  expect(textOf('<h2>Radio</h2><p>Keeps <b>all</b> radios &amp; lamps.</p><ul><li>day</li><li>night</li></ul>')).toBe(
    'Radio\nKeeps all radios & lamps.\nday\nnight',
  )
})

test('what is typed stays text', () => {
  expect(htmlOf('1 < 2 & "so on"\n\n<b>no</b> ')).toBe('<p>1 &lt; 2 &amp; "so on"</p><p>&lt;b&gt;no&lt;/b&gt;</p>')
})

test('typed and shown again it is the same', () => {
  const text = 'First <line>\nSecond & last'
  expect(textOf(htmlOf(text))).toBe(text)
})
