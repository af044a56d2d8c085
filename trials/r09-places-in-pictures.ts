import sharp from 'sharp'
import { failureList, type Trial } from './trial.ts'
import { sharedServer } from './world/server.ts'

const MARK = 'secret-camera-mark'
const exif = {
  IFD0: { Copyright: MARK, Make: MARK, ImageDescription: MARK },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 46/1 30/1', GPSLongitudeRef: 'W', GPSLongitude: '122/1 25/1 10/1' },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${MARK}"/></rdf:RDF></x:xmpmeta>`

export const trial: Trial = {
  id: 'R9',
  title: 'Pictures that say where and with what they were taken',
  run: async () => {
    const failures = failureList()
    const { api, url } = await sharedServer()
    const member = await api.invite(await api.signIn('technician'), 'Operator', 'photographer')
    let copies = 0
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#a52' } })
      const bytes = await picture.withExif(exif).withXmp(xmp).toFormat(format).toBuffer()
      if (!bytes.includes(MARK)) failures.add(`the ${format} carries no mark, so nothing was tried`)
      const body = new FormData()
      body.set('file', new Blob([Uint8Array.from(bytes)]), `photo.${format}`)
      const { photo } = await api.must(api.send('POST', '/user/profile-photo', { ...member, body }))
      for (const size of ['full', 'thumb']) {
        const response = await fetch(new URL(`${photo}?size=${size}`, url))
        const served = Buffer.from(await response.arrayBuffer())
        const { exif: left, xmp: leftXmp } = await sharp(served).metadata()
        copies++
        if (left || leftXmp || served.includes(MARK)) failures.add(`${size} copy of the ${format} still says it`)
      }
    }
    return { counts: { 'copies served': copies, 'with a place or camera': failures.count }, failures: failures.all() }
  },
}
