// Makes the icons of the installable app from its mark: node scripts/icons.ts
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'

const folder = resolve(import.meta.dirname, '../web/public/icons')
mkdirSync(folder, { recursive: true })

const mark = (colour: string) =>
  `<path d="M23.2 11.2a8.6 8.6 0 1 0 0 9.6" stroke="${colour}" stroke-width="3" stroke-linecap="round" fill="none" />
   <circle cx="16" cy="16" r="3.4" fill="${colour}" />`
const draw = (view: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${inside}</svg>`

const tile = draw('0 0 32 32', `<rect width="32" height="32" rx="8" fill="#1f5fbf" />${mark('#fff')}`)
/**
 * A maskable icon. Devices cut it to their own shape, so the colour reaches the edge and the mark is inside the middle
 * 80 %.
 */
const maskable = draw('-4 -4 40 40', `<rect x="-4" y="-4" width="40" height="40" fill="#1f5fbf" />${mark('#fff')}`)
/** A monochrome icon. Phones show only its outline in the status bar. */
const badge = draw('5 5 22 22', mark('#fff'))

const make = (name: string, svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${folder}/${name}-${size}.png`)

await Promise.all([
  ...[192, 512].flatMap((size) => [make('icon', tile, size), make('maskable', maskable, size)]),
  make('apple-touch', maskable, 180),
  make('badge', badge, 96),
])
