import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { failureList, type Trial } from './trial.ts'
import { deflated, webpChunks } from './world/pictures/formats.ts'
import { MARK } from './world/pictures/metadata.ts'
import { tellingPictures } from './world/pictures/telling.ts'
import { uploadWays } from './world/pictures/uploads.ts'
import { sharedServer } from './world/server.ts'

/** Types of the WebP chunks that a picture needs. Any other chunk could contain text. */
const PIXEL_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']
const MARKS = [Buffer.from(MARK), Buffer.from(MARK, 'utf16le'), Buffer.from(Buffer.from(MARK).toString('hex'))]

const tells = (bytes: Buffer): boolean => MARKS.some((mark) => bytes.includes(mark))

const storedFiles = (folder: string): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

export const trial: Trial = {
  id: 'R9',
  title: 'Pictures with location and camera data, sent to every upload',
  run: async ({ isQuick }) => {
    const failures = failureList()
    const { api, url, folder } = await sharedServer()
    const pictures = await tellingPictures()
    for (const { name, bytes } of pictures)
      if (!tells(bytes) && !bytes.includes(deflated(MARK))) failures.add(`${name} says nothing, so nothing was tried`)
    const ways = await uploadWays(api)
    let uploads = 0
    let copies = 0
    for (const [index, { name, bytes }] of pictures.entries())
      for (const [at, way] of ways.entries()) {
        if (isQuick && at !== index % ways.length) continue
        const address = await way.send(bytes)
        uploads++
        for (const size of ['full', 'thumb']) {
          const response = await fetch(new URL(`${address}?size=${size}`, url))
          const served = Buffer.from(await response.arrayBuffer())
          const { exif, xmp, iptc, icc, comments } = await sharp(served).metadata()
          const other = webpChunks(served).filter((type) => !PIXEL_CHUNKS.includes(type))
          copies++
          if (exif || xmp || iptc || icc || comments || other.length > 0 || tells(served))
            failures.add(`${size} copy of “${name}” (${way.name}) still says it ${other.join(' ')}`)
        }
      }
    const files = storedFiles(folder)
    for (const file of files) if (tells(readFileSync(file))) failures.add(`${file} is stored with it`)
    if (files.length < copies / ways.length) failures.add(`only ${files.length} files are stored`)
    return {
      counts: {
        pictures: pictures.length,
        'places that take one': ways.length,
        uploads,
        'copies served': copies,
        'files stored': files.length,
        'with a place or camera': failures.count,
      },
      failures: failures.all(),
    }
  },
}
