import cyrillicRare from '@fontsource-variable/noto-sans/files/noto-sans-cyrillic-ext-wght-normal.woff2?url'
import greekMore from '@fontsource-variable/noto-sans/files/noto-sans-greek-ext-wght-normal.woff2?url'
import greek from '@fontsource-variable/noto-sans/files/noto-sans-greek-wght-normal.woff2?url'
import latinMore from '@fontsource-variable/noto-sans/files/noto-sans-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2?url'
import vietnamese from '@fontsource-variable/noto-sans/files/noto-sans-vietnamese-wght-normal.woff2?url'
import arabic from '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2?url'
import cyrillicMore from '@fontsource-variable/rubik/files/rubik-cyrillic-ext-wght-normal.woff2?url'
import cyrillic from '@fontsource-variable/rubik/files/rubik-cyrillic-wght-normal.woff2?url'

type Letters = { url: string; 'unicode-range': string[] }

const letters = (url: string, ranges: string): Letters => ({ url, 'unicode-range': ranges.split(' ') })

/**
 * Font files for local names in writing systems for which the page itself loads no font. MapLibre fetches a file when a
 * name needs it and uses the first one whose range has the letter, so a range must list only letters that its file has.
 * MapLibre draws Arabic letters in their joined forms (FB50–FEFC), which the page's font lacks.
 */
export const streetLetters: readonly Letters[] = [
  letters(cyrillic, 'U+0400-045F U+0490-0491 U+04B0-04B1 U+2116'),
  letters(
    cyrillicMore,
    'U+0462-0463 U+046A-046B U+0472-0475 U+0492-049D U+04A0-04A5 U+04AA-04AB U+04AE-04AF U+04B6-04BB U+04C0-04C2 U+04CB-04CC U+04CF-04D9 U+04DC-04DF U+04E2-04E9 U+04EE-04F9 U+051A-051D U+0524-0525',
  ),
  letters(cyrillicRare, 'U+0460-048F U+0492-04AF U+04B2-052F U+1C80-1C88 U+2DE0-2DFF U+A640-A69F'),
  letters(greek, 'U+0370-0377 U+037A-037F U+0384-038A U+038C U+038E-03A1 U+03A3-03E1 U+03F0-03FF'),
  letters(
    greekMore,
    'U+1F00-1F15 U+1F18-1F1D U+1F20-1F45 U+1F48-1F4D U+1F50-1F57 U+1F59 U+1F5B U+1F5D U+1F5F-1F7D U+1F80-1FB4 U+1FB6-1FC4 U+1FC6-1FD3 U+1FD6-1FDB U+1FDD-1FEF U+1FF2-1FF4 U+1FF6-1FFE',
  ),
  letters(
    arabic,
    'U+0600-06FF U+0750-077F U+0870-088E U+0890-0891 U+0898-08E1 U+08E3-08FF U+FB50-FBC2 U+FBD3-FD8F U+FD92-FDC7 U+FDCF U+FDF0-FDFF U+FE70-FE74 U+FE76-FEFC',
  ),
  letters(vietnamese, 'U+01A0-01A1 U+01AF-01B0 U+0309 U+0323 U+0329 U+1EA0-1EF1 U+1EF4-1EF9'),
  letters(
    latinMore,
    'U+0162-0163 U+0180-0191 U+0193-01FB U+0200-0217 U+021C-0236 U+0238-02BA U+1E00-1E7F U+1E86-1E9D U+1E9F U+1EFA-1EFF U+2C60-2C7F U+A720-A7CA',
  ),
  letters(latin, 'U+02BB U+2032-2033'),
]
