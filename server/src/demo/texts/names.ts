import names from './names.json' with { type: 'json' }

/** Hebrew names by English name, except for event types, regions and communities, which define their own. */
const hebrew: Record<string, string> = names

export const hebrewOf = (english: string): string => hebrew[english] ?? english

export const inHebrew = (texts: Record<string, string | null | undefined>): string => {
  const known = Object.entries(texts).flatMap(([name, text]) => {
    const translation = text && hebrew[text]
    return translation ? [[name, translation]] : []
  })
  return JSON.stringify(known.length > 0 ? { he: Object.fromEntries(known) } : {})
}
