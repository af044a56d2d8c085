import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

export type HostileFile = { name: string; bytes: Buffer }

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const html = '<html><script>alert(1)</script></html>'
const entities =
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>'

/** A PNG whose header says so many pixels, over data that may say otherwise. */
const withSize = (png: Buffer, width: number, height: number) => {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** Files that are no picture of ours, or take far more than they show. */
export const hostileFiles = async (): Promise<HostileFile[]> => {
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#284' } })
  const [png, jpeg, webp, avif, tiff] = await Promise.all([
    picture.clone().png().toBuffer(),
    picture.clone().jpeg().toBuffer(),
    picture.clone().webp().toBuffer(),
    picture.clone().avif({ effort: 0 }).toBuffer(),
    picture.clone().tiff().toBuffer(),
  ])
  const text = (content: string) => Buffer.from(content)
  const after = (magic: Buffer, content: string) => Buffer.concat([magic, text(content)])
  return [
    { name: 'drawing.svg', bytes: text(svg) },
    { name: 'drawing.png', bytes: text(svg) },
    { name: 'entities.png', bytes: text(entities) },
    { name: 'page.jpg', bytes: text(html) },
    { name: 'page-with-jpeg-head.jpg', bytes: after(jpeg.subarray(0, 20), html) },
    { name: 'page-with-gif-head.gif', bytes: after(text('GIF89a'), html) },
    { name: 'page-with-png-head.png', bytes: after(png.subarray(0, 8), html) },
    { name: 'page-with-webp-head.webp', bytes: after(webp.subarray(0, 16), html) },
    { name: 'cut.png', bytes: png.subarray(0, Math.floor(png.length / 2)) },
    { name: 'cut.jpg', bytes: jpeg.subarray(0, Math.floor(jpeg.length / 3)) },
    { name: 'cut.webp', bytes: webp.subarray(0, Math.floor(webp.length / 2)) },
    { name: 'huge.png', bytes: withSize(png, 60_000, 60_000) },
    { name: 'largest.png', bytes: withSize(png, 0x7fffffff, 0x7fffffff) },
    { name: 'flat.png', bytes: withSize(png, 0, 0) },
    { name: 'zeros.png', bytes: after(png.subarray(0, 8), deflateSync(Buffer.alloc(20_000_000)).toString('latin1')) },
    { name: 'zeros.gz.png', bytes: gzipSync(Buffer.alloc(20_000_000)) },
    { name: 'archive.png', bytes: text('PK\u0003\u0004 archive') },
    { name: 'photo.avif', bytes: avif },
    { name: 'photo.tiff', bytes: tiff },
    { name: 'paper.pdf', bytes: text('%PDF-1.7 /JavaScript (app.alert(1))') },
    { name: 'program.png', bytes: text('MZ\u0000\u0000') },
    { name: 'heavy.png', bytes: Buffer.concat([png, Buffer.alloc(2_000_001)]) },
  ]
}
