import { z } from 'zod'
import { Problem } from '#contract'
import { openSource, type Source, type UpstreamSource } from './source.ts'
import type { ReadJson } from './upstream.ts'

const Style = z.looseObject({
  version: z.literal(8),
  name: z.string().optional(),
  sources: z.record(z.string(), z.looseObject({ type: z.string() })),
  layers: z.array(z.looseObject({ source: z.string().optional() })).max(2000),
  sprite: z.union([z.string(), z.array(z.object({ id: z.string(), url: z.string() })).max(20)]).optional(),
  glyphs: z.string().optional(),
})
type Style = z.infer<typeof Style>

const plainKeys = ['version', 'name', 'center', 'zoom', 'bearing', 'pitch', 'light', 'sky', 'projection', 'terrain']
plainKeys.push('transition', 'state')
const MAX_SOURCES = 30

export type OpenStyle = {
  /** The style as JSON, in which every address begins with `root`. */
  text: string
  sources: ReadonlyMap<string, UpstreamSource>
  sprites: ReadonlyMap<string, string>
  glyphs: string | undefined
  base: string
  /** False if a source could not be read, so that the source and its layers are left out. */
  isComplete: boolean
}

export const readStyle = async (readJson: ReadJson, address: string): Promise<{ style: Style; url: string }> => {
  const { value, url } = await readJson('style', address)
  const style = Style.safeParse(value)
  if (!style.success) throw new Problem('upstream', { cause: new Error('not a map style') })
  return { style: style.data, url }
}

const spritesOf = ({ sprite = [] }: Style, base: string): [string, string][] => {
  const list = typeof sprite === 'string' ? [{ id: 'default', url: sprite }] : sprite
  return list.flatMap(({ id, url }) => {
    const address = URL.parse(url, base)?.href
    return address && id.length <= 100 ? [[id, address] as [string, string]] : []
  })
}

const pick = (from: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])))

export const openStyle = async (readJson: ReadJson, address: string, root: string): Promise<OpenStyle> => {
  const { style, url: base } = await readStyle(readJson, address)
  const entries = Object.entries(style.sources).slice(0, MAX_SOURCES)
  const opened = await Promise.all(
    entries.map(async ([name, source]) => [name, await openSource(readJson, { name, source, base, root })] as const),
  )
  const sources = new Map(opened.flatMap(([name, source]) => (source ? [[name, source] as [string, Source]] : [])))
  const sprites = spritesOf(style, base)
  const shown = {
    ...pick(style, plainKeys),
    sources: Object.fromEntries([...sources].map(([name, { shown }]) => [name, shown])),
    layers: style.layers.filter(({ source }) => source === undefined || sources.has(source)),
    ...(sprites.length > 0 && {
      sprite: sprites.map(([id]) => ({ id, url: `${root}/sprite/${encodeURIComponent(id)}` })),
    }),
    ...(style.glyphs && { glyphs: `${root}/glyphs/{fontstack}/{range}` }),
  }
  return {
    text: JSON.stringify(shown),
    sources: new Map([...sources].flatMap(([name, { upstream }]) => (upstream ? [[name, upstream]] : []))),
    sprites: new Map(sprites),
    glyphs: style.glyphs,
    base,
    isComplete: sources.size === Object.keys(style.sources).length,
  }
}
