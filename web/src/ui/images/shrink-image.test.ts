import { expect, test } from 'vitest'
import { fitImage } from './fit-image.ts'
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
  ['which the browser cannot read, without metadata', 'mif1', 'image/heic'],
  ['which may move, without metadata', 'GIF89a', 'image/gif'],
])('a small file %s stays as it is', async (_, bytes, type) => {
  const file = fileOf(bytes, type)
  expect(await shrinkImage(file)).toBe(file)
})

test.each(['image/jpeg', 'image/heic', 'image/gif'])(
  '%s with a camera’s data is refused if it cannot be read',
  async (type) => {
    expect(await fitImage(fileOf('....Exif\0\0MM', type))).toEqual({ problem: 'form.image' })
  },
)

test('an unreadable file is rejected', async () => {
  const file = fileOf('....', 'image/jpeg')
  file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  expect(await fitImage(file)).toEqual({ problem: 'form.image' })
})
