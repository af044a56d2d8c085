import { LRUCache } from 'lru-cache'
import { drawSvg } from '../../platform/files/images.ts'
import paths from './symbols.json' with { type: 'json' }

/** The symbol of AOIs without a type, or with an icon that this version does not know. */
const PLAIN = { icon: 'alert-circle', colour: '#596170' }
export const ACTIVITY = { icon: 'calendar-event', colour: '#596170' }

const pathsOf: Readonly<Record<string, readonly string[]>> = paths

/** The name of a symbol, of its KML style and of its file: `flame-e03131`. */
export const symbolName = ({ icon, colour }: { icon: string; colour: string } = PLAIN): string =>
  `${Object.hasOwn(pathsOf, icon) ? icon : PLAIN.icon}-${colour.slice(1)}`

const MOST_DRAWN = 500
const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: MOST_DRAWN })

const svgOf = (lines: readonly string[], colour: string) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
    <circle cx="32" cy="32" r="30" fill="#fff"/><circle cx="32" cy="32" r="27" fill="#${colour}"/>
    <g transform="translate(14 14) scale(1.5)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"
      stroke-linejoin="round">${lines.map((line) => `<path d="${line}"/>`).join('')}</g>
  </svg>`

/** A PNG of the symbol with this name; undefined for an unknown name. */
export const drawSymbol = (name: string): Promise<Uint8Array> | undefined => {
  const known = drawn.get(name)
  if (known) return known
  const [, icon = '', colour = ''] = /^(.+)-([0-9a-f]{6})$/.exec(name) ?? []
  const lines = Object.hasOwn(pathsOf, icon) ? pathsOf[icon] : undefined
  if (!lines) return undefined
  const drawing = drawSvg(svgOf(lines, colour))
  drawn.set(name, drawing)
  drawing.catch(() => drawn.delete(name))
  return drawing
}
