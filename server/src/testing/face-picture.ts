import sharp from 'sharp'

const face = { left: 60, top: 60, width: 80, height: 80 }
const background = { r: 0, g: 60, b: 200 }
export const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background } })
  .composite([{ input: { create: { ...face, channels: 3, background: { r: 230, g: 20, b: 20 } } }, ...face }])
  .png()
  .toBuffer()

export const strokes = [
  {
    radius: 0.16,
    points: [
      [0.22, 0.5],
      [0.28, 0.5],
    ],
  },
]

/** Whether any part of an image is red: the face can be seen. */
export const showsFace = async (bytes: Uint8Array): Promise<boolean> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) > 120 && (data[at + 2] ?? 0) < 110) return true
  return false
}
