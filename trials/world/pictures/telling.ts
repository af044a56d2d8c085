import sharp from 'sharp'
import { deflated, jpegSegment, withGifExtension, withPngChunk, withSegments, withWebpChunk } from './formats.ts'
import { exifFields, MARK, markedProfile, photoshopResources, tiff, xmp } from './metadata.ts'

export type TellingPicture = { name: string; bytes: Buffer }

const SIZE = { width: 64, height: 48 }
const picture = () => sharp({ create: { ...SIZE, channels: 3, background: '#a52' } })

const film = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypmp42\0\0\0\0mp42isom', 'latin1'),
  Buffer.from(`\0\0\0\x30udta\0\0\0\x28\xa9xyz\0\x1c\x15\xc7+37.7750-122.4194/${MARK}`, 'latin1'),
])

const EXIF = 'Exif\0\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'

const jpegs = async (): Promise<TellingPicture[]> => {
  const jpeg = await picture().jpeg().toBuffer()
  const small = await sharp(jpeg).resize(16).jpeg().toBuffer()
  const thumbnail = withSegments(small, jpegSegment(0xe1, EXIF, tiff('II')))
  const profile = (await sharp(await picture().withIccProfile('srgb').jpeg().toBuffer()).metadata()).icc
  const app = (number: number, ...parts: (string | Buffer)[]) =>
    withSegments(jpeg, jpegSegment(0xe0 + number, ...parts))
  const guid = '0123456789ABCDEF0123456789ABCDEF'
  const extension = Buffer.alloc(8)
  extension.writeUInt32BE(xmp.length)
  return Object.entries({
    'EXIF by sharp': await picture().withExif(exifFields).jpeg().toBuffer(),
    'EXIF, little-endian': app(1, EXIF, tiff('II')),
    'EXIF, big-endian': app(1, EXIF, tiff('MM')),
    'EXIF with a thumbnail that has EXIF': app(1, EXIF, tiff('II', { thumbnail })),
    'EXIF with a maker note': app(1, EXIF, tiff('MM', { makerNote: Buffer.from(`${MARK}`.repeat(20)) })),
    'EXIF twice': withSegments(jpeg, jpegSegment(0xe1, EXIF, tiff('II')), jpegSegment(0xe1, EXIF, tiff('MM'))),
    'EXIF behind the picture’s tables': Buffer.concat([
      jpeg.subarray(0, 20),
      jpegSegment(0xe1, EXIF, tiff('II')),
      jpeg.subarray(20),
    ]),
    XMP: app(1, XMP, xmp),
    'extended XMP': app(1, 'http://ns.adobe.com/xmp/extension/\0', guid, extension, xmp),
    'EXIF and XMP': withSegments(jpeg, jpegSegment(0xe1, EXIF, tiff('II')), jpegSegment(0xe1, XMP, xmp)),
    'IPTC and Photoshop': app(13, photoshopResources()),
    comment: withSegments(jpeg, jpegSegment(0xfe, `${MARK} 37.7750,-122.4194`)),
    'colour profile': app(2, 'ICC_PROFILE\0', Buffer.from([1, 1]), markedProfile(profile ?? Buffer.alloc(0))),
    FlashPix: app(2, 'FPXR\0', MARK),
    'second picture (MPF)': Buffer.concat([app(2, 'MPF\0', tiff('II')), thumbnail]),
    'JFXX thumbnail': app(0, 'JFXX\0', Buffer.from([0x10]), thumbnail),
    'picture info': app(12, '[picture info]', `Serial=${MARK}`),
    'content credentials (JUMBF)': app(11, 'JP\0\x01\0\0\0\x01', `\0\0\0\x40jumb${MARK}`),
    'vendor segment': app(7, `${MARK} 37.7750,-122.4194`),
    'text behind its end': Buffer.concat([jpeg, Buffer.from(`${MARK} 37.7750,-122.4194`)]),
    'film behind its end': Buffer.concat([jpeg, film]),
  }).map(([name, bytes]) => ({ name: `JPEG: ${name}`, bytes }))
}

const pngs = async (): Promise<TellingPicture[]> => {
  const png = await picture().png().toBuffer()
  const raw = `\nexif\n${tiff('II').length}\n${Buffer.concat([Buffer.from(EXIF, 'latin1'), tiff('II')]).toString('hex')}\n`
  return Object.entries({
    'EXIF by sharp': await picture().withExif(exifFields).png().toBuffer(),
    eXIf: withPngChunk(png, 'eXIf', tiff('MM')),
    tEXt: withPngChunk(png, 'tEXt', `Comment\0${MARK} 37.7750,-122.4194`),
    'tEXt with EXIF in hexadecimal': withPngChunk(png, 'tEXt', `Raw profile type exif\0${raw}${MARK}`),
    zTXt: withPngChunk(png, 'zTXt', `Location\0\0`, deflated(MARK)),
    'iTXt with XMP': withPngChunk(png, 'iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`),
    'private chunk': withPngChunk(png, 'gpSx', MARK),
    'text behind its end': Buffer.concat([png, Buffer.from(MARK)]),
  }).map(([name, bytes]) => ({ name: `PNG: ${name}`, bytes }))
}

const webps = async (): Promise<TellingPicture[]> => {
  const webp = await picture().webp().toBuffer()
  return Object.entries({
    EXIF: await picture().withExif(exifFields).webp().toBuffer(),
    XMP: await picture().withXmp(xmp).webp().toBuffer(),
    'unknown chunk': withWebpChunk(webp, 'GPSx', Buffer.from(MARK)),
    'text behind its end': Buffer.concat([webp, Buffer.from(MARK)]),
  }).map(([name, bytes]) => ({ name: `WebP: ${name}`, bytes }))
}

const gifs = async (): Promise<TellingPicture[]> => {
  const gif = await picture().gif().toBuffer()
  const none = Buffer.alloc(0)
  return Object.entries({
    comment: withGifExtension(gif, 0xfe, none, `${MARK} 37.7750,-122.4194`),
    XMP: withGifExtension(gif, 0xff, Buffer.from('XMP DataXMP'), xmp),
    'text behind its end': Buffer.concat([gif, Buffer.from(MARK)]),
  }).map(([name, bytes]) => ({ name: `GIF: ${name}`, bytes }))
}

/** Pictures that reveal location and camera, each in a different way. */
export const tellingPictures = async (): Promise<TellingPicture[]> =>
  (await Promise.all([jpegs(), pngs(), webps(), gifs()])).flat()
