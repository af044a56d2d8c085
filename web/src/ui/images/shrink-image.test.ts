import { expect, test } from 'vitest'
import { hasMetadata, shrinkImage } from './shrink-image.ts'

const fileOf = (text: string, type: string) => new File([text], 'photo', { type })

test.each([
  ['a JPEG of a camera', '\u00ff\u00d8\u00ff\u00e1..Exif\0\0MM', true],
  ['a WebP of a camera', 'RIFF....WEBPVP8X....EXIF', true],
  ['a PNG with an eXIf chunk', 'PNG....eXIf', true],
  ['a picture with XMP', '....http://ns.adobe.com/xap/1.0/', true],
  ['a picture without any', 'PNG....IDAT', false],
])('%s', async (_, bytes, isFound) => {
  expect(await hasMetadata(fileOf(bytes, 'image/jpeg'))).toBe(isFound)
})

test.each([
  ['without metadata', 'IDAT', 'image/png'],
  ['which the browser cannot read', 'Exif\0\0', 'image/jpeg'],
  ['which may move', 'Exif\0\0', 'image/gif'],
])('a small file %s stays as it is', async (_, bytes, type) => {
  const file = fileOf(bytes, type)
  expect(await shrinkImage(file)).toBe(file)
})
