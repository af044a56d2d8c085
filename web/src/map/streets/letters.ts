import greek from '@fontsource-variable/noto-sans/files/noto-sans-greek-wght-normal.woff2?url'
import { labelFamily } from '../palette.ts'

/** Greek letters, which the font of the page lacks, under its name; the other scripts that streets need are in it. */
export async function loadStreetLetters(): Promise<void> {
  const face = new FontFace(labelFamily, `url(${greek})`, { weight: '100 900', unicodeRange: 'U+0370-03FF' })
  document.fonts.add(face)
  await Promise.all([face.load(), document.fonts.load(`500 16px "${labelFamily}"`, 'Ж\u0462ع')])
}
