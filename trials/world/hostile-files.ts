import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

export type HostileFile = { name: string; bytes: Buffer }

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const html = '<html><script>alert(1)</script></html>'
const scripts = { svg: svg, html: html, php: '<?php system($_GET["c"]);', js: 'self.onmessage=()=>fetch("/")' }
/** First bytes of formats that browsers or decoders know, but that the server does not accept as pictures. */
const otherFormats: Record<string, string> = {
  bmp: 'BM',
  ico: '\0\0\x01\0',
  psd: '8BPS\0\x01',
  heic: '\0\0\0\x18ftypheic',
  jxl: '\xff\x0a',
  jp2: '\0\0\0\x0cjP  ',
  mp4: '\0\0\0\x18ftypmp42',
  webm: '\x1aE\xdf\xa3',
  eps: '%!PS-Adobe-3.0 EPSF-3.0',
  pdf: '%PDF-1.7 /JavaScript (app.alert(1))',
  wasm: '\0asm\x01\0\0\0',
  elf: '\x7fELF',
  exe: 'MZ\0\0',
  zip: 'PK\x03\x04 archive',
  rar: 'Rar!\x1a\x07',
  swf: 'FWS',
  fits: 'SIMPLE  =',
  msl: '<image><read filename="/etc/passwd"/></image>',
  mvg: 'push graphic-context viewbox 0 0 1 1 image over 0,0 0,0 "/etc/passwd" pop graphic-context',
}
const entities =
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>'

const withSize = (png: Buffer, width: number, height: number) => {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** Files that are not accepted pictures, or that need far more memory than their size suggests. */
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
  const gif = await picture.clone().gif().toBuffer()
  const ours = { png, jpeg, webp, gif }
  const heads = { png: png.subarray(0, 8), jpeg: jpeg.subarray(0, 20), webp: webp.subarray(0, 16), gif: text('GIF89a') }
  return [
    ...Object.entries(scripts).map(([name, content]) => ({ name: `${name}.png`, bytes: text(content) })),
    ...Object.entries(heads).flatMap(([format, head]) =>
      Object.entries(scripts).map(([name, content]) => ({ name: `${name}.${format}`, bytes: after(head, content) })),
    ),
    ...Object.entries(ours).flatMap(([format, bytes]) =>
      [0.05, 0.3].map((part) => ({ name: `cut.${format}`, bytes: bytes.subarray(0, Math.floor(bytes.length * part)) })),
    ),
    ...Object.entries(otherFormats).map(([format, head]) => ({
      name: `${format}.png`,
      bytes: Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(2_000, 1)]),
    })),
    { name: 'entities.png', bytes: text(entities) },
    { name: 'huge.png', bytes: withSize(png, 60_000, 60_000) },
    { name: 'wide.png', bytes: withSize(png, 1_000_000, 1) },
    { name: 'tall.png', bytes: withSize(png, 1, 1_000_000) },
    { name: 'largest.png', bytes: withSize(png, 0x7fffffff, 0x7fffffff) },
    { name: 'flat.png', bytes: withSize(png, 0, 0) },
    { name: 'zeros.png', bytes: after(png.subarray(0, 8), deflateSync(Buffer.alloc(20_000_000)).toString('latin1')) },
    { name: 'zeros.gz.png', bytes: gzipSync(Buffer.alloc(20_000_000)) },
    { name: 'photo.avif', bytes: avif },
    { name: 'photo.tiff', bytes: tiff },
    { name: 'heavy.png', bytes: Buffer.concat([png, Buffer.alloc(2_000_001)]) },
    { name: 'noise.png', bytes: Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * at * 31) % 251)) },
    { name: 'letters.png', bytes: text('a picture, honestly '.repeat(500)) },
    { name: 'two-bytes.jpg', bytes: jpeg.subarray(0, 2) },
  ]
}
