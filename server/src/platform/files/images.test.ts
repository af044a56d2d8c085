import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { IMAGE_MAX_BYTES, Problem } from '#contract'
import { readImage } from './images.ts'

const picture = (width: number, height: number, background = '#4a7'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

const problemOf = (bytes: Uint8Array, from?: 'visitor') =>
  readImage(bytes, { field: 'photo', ...(from && { from }) }).then(
    () => 'accepted',
    (problem: unknown) => (problem instanceof Problem ? problem.body() : problem),
  )
const claiming = async (width: number, height: number): Promise<Buffer> => {
  const png = await picture(10, 10).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
const refused = { statusCode: 400, code: 'notAnImage', fields: { photo: 'form.image' } }

describe('accepts by content', () => {
  test.each([
    ['JPEG', () => picture(40, 30).jpeg()],
    ['PNG', () => picture(40, 30).png()],
    ['WebP', () => picture(40, 30).webp()],
    ['GIF', () => picture(40, 30).gif()],
  ])('%s', async (_, make) => {
    const { full, thumb } = await readImage(await make().toBuffer())
    expect(full).toMatchObject({ width: 40, height: 30, mime: 'image/webp' })
    expect(thumb).toMatchObject({ width: 40, height: 30, mime: 'image/webp' })
    expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  })
})

describe('refuses', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', () => Buffer.from(svg)],
    ['SVG behind the start of a JPEG', () => Buffer.from(`\xff\xd8\xff${svg}`, 'latin1')],
    ['SVG behind the start of a GIF', () => Buffer.from(`GIF89a${svg}`)],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj')],
    ['TIFF', () => picture(9, 9).tiff().toBuffer()],
    ['AVIF, as HEIC is', () => picture(9, 9).avif().toBuffer()],
    ['text', () => Buffer.from('not an image')],
    ['nothing', () => Buffer.alloc(0)],
    ['half a PNG', async () => (await picture(400, 400).png().toBuffer()).subarray(0, 200)],
  ])('%s', async (_, make) => {
    expect(await problemOf(await make())).toMatchObject(refused)
  })

  test('a small file that unpacks to more than 40 megapixels, or more than 25 from a visitor', async () => {
    const tooMany = { statusCode: 413, code: 'imagePixels', fields: { photo: 'form.imagePixels' } }
    expect(await problemOf(await claiming(30_000, 30_000))).toMatchObject(tooMany)
    expect(await problemOf(await claiming(8_000, 5_001))).toMatchObject(tooMany)
    expect(await problemOf(await claiming(5_000, 5_001), 'visitor')).toMatchObject(tooMany)
    // The header claims an allowed size, and the content differs.
    expect(await problemOf(await claiming(5_000, 5_001))).toMatchObject(refused)
    expect(await problemOf(await claiming(5_000, 5_000), 'visitor')).toMatchObject(refused)
  })

  test('an animation of more than 1,000 frames', async () => {
    const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
    const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
    const animationOf = (frames: number) =>
      Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
    expect((await readImage(animationOf(1_000))).full).toMatchObject({ width: 1, height: 1 })
    const animation = animationOf(1_001)
    expect(await problemOf(animation)).toMatchObject({ code: 'imagePixels' })
  })

  test('more than 2,000,000 bytes, before decoding', async () => {
    const exact = Buffer.concat([await picture(9, 9).jpeg().toBuffer(), Buffer.alloc(IMAGE_MAX_BYTES)])
    expect(await problemOf(exact.subarray(0, IMAGE_MAX_BYTES))).toBe('accepted')
    expect(await problemOf(exact.subarray(0, IMAGE_MAX_BYTES + 1))).toMatchObject({
      statusCode: 413,
      code: 'fileSize',
      fields: { photo: 'form.fileSize' },
    })
  })
})

test('location, camera and owner are removed, and the picture is upright', async () => {
  const taken = await picture(40, 20)
    .withExif({
      IFD0: { Make: 'Secret Camera', Copyright: 'Secret Owner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 5/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '34/1 46/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Secret Place</secret></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(await sharp(taken).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
  expect(taken.toString('latin1')).toContain('Secret Camera')

  const { full, thumb } = await readImage(taken)
  for (const copy of [full, thumb]) {
    const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(copy.bytes).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    expect({ width, height }).toEqual({ width: 20, height: 40 })
    expect(copy.bytes.toString('latin1')).not.toContain('Secret')
  }
})

test('a large picture is scaled down in proportion, with a thumbnail for lists', async () => {
  const { full, thumb } = await readImage(await picture(5000, 1000).jpeg().toBuffer())
  expect(full).toMatchObject({ width: 2560, height: 512 })
  expect(thumb).toMatchObject({ width: 256, height: 51 })
})

test('transparency is kept', async () => {
  const logo = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#f000' } })
    .png()
    .toBuffer()
  const { full, thumb } = await readImage(logo)
  for (const { bytes } of [full, thumb]) {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(4)
    expect(data[3]).toBe(0)
  }
})

test('an animation becomes its first frame', async () => {
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => picture(20, 20, colour).png().toBuffer()))
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(2)
  const { full } = await readImage(animation)
  expect(full).toMatchObject({ width: 20, height: 20 })
  expect((await sharp(full.bytes, { animated: true }).metadata()).pages ?? 1).toBe(1)
  const [red = 0, , blue = 0] = await sharp(full.bytes).raw().toBuffer()
  expect(red).toBeGreaterThan(blue)
})

test("waits for a free slot, and rejects pictures beyond the queue's limit", async () => {
  const bytes = await picture(30, 30).png().toBuffer()
  const all = await Promise.all(Array.from({ length: 22 }, () => readImage(bytes)))
  expect(all.every(({ full }) => full.width === 30)).toBe(true)

  const large = await picture(300, 300).png().toBuffer()
  const crowd = await Promise.allSettled(Array.from({ length: 40 }, () => readImage(large, { from: 'visitor' })))
  const refusals = crowd.flatMap((one) => (one.status === 'rejected' ? [one.reason as Problem] : []))
  expect(crowd.length - refusals.length).toBeGreaterThanOrEqual(11)
  expect(refusals.length).toBeGreaterThan(0)
  for (const problem of refusals)
    expect([problem.statusCode, problem.code, problem.retryAfterSeconds]).toEqual([429, 'imagesBusy', 5])
  expect((await readImage(bytes, { from: 'visitor' })).full.width).toBe(30)
})
