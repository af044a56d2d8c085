import type { MantineColorsTuple } from '@mantine/core'

/** Minimum contrast of text, by WCAG AA. */
const ENOUGH_CONTRAST = 4.5

type Rgb = readonly [number, number, number]
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as unknown as Rgb

const linear = (part: number): number => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

export const contrast = (one: string, other: string): number => {
  const [bright, dim] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => b - a) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

/** Text colour for this background: white if readable, else nearly black. */
export const inkOn = (hex: string): string => (contrast(hex, '#ffffff') >= ENOUGH_CONTRAST ? '#ffffff' : '#14171c')

const readableUnder = (ink: string, hex: string, towards: Rgb): string => {
  const colour = parse(hex)
  for (let share = 0; share < 1; share += 0.02) {
    const shade = write(mix(colour, towards, share))
    if (contrast(shade, ink) >= ENOUGH_CONTRAST) return shade
  }
  return write(towards)
}

/** The colour itself, or a darker shade on which white text is readable. */
export const readableUnderWhite = (hex: string): string => readableUnder('#ffffff', hex, BLACK)

/** The colour itself, or a lighter shade on which dark text is readable. */
export const readableUnderDark = (hex: string, ink: string): string => readableUnder(ink, hex, WHITE)

/** Ten shades from light to dark. Buttons use the seventh, on which white text is readable. */
export const shadesOf = (hex: string): MantineColorsTuple => {
  const base = parse(readableUnderWhite(hex))
  const lighter = [0.92, 0.84, 0.7, 0.54, 0.38, 0.18].map((share) => write(mix(base, WHITE, share)))
  const darker = [0.14, 0.28, 0.42].map((share) => write(mix(base, BLACK, share)))
  return [...lighter, write(base), ...darker] as unknown as MantineColorsTuple
}
