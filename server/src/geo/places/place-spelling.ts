import names from './place-names.json' with { type: 'json' }

/**
 * Spellings of place names by country and by name in the source, for every place of that name in the country. A text is
 * the Hebrew name; a pair is the English spelling, where it differs from the source, and the Hebrew name.
 */
const placeNames: Record<string, Record<string, string | string[]>> = names

/** Countries without Latin script: English omits the transliteration marks of their names. */
const otherScripts = new Set(
  'AE AF AM AZ BD BH BT BY CN DZ EG GE GR IL IN IQ IR JO JP KG KH KR KW KZ LA LB LK LY MA MM MN MR NP OM PK PS QA RU SA SD SY TH TJ TM TN TW UA UZ YE'.split(
    ' ',
  ),
)

const withoutMarks = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f‘’ʻʼ]/g, '')
    .normalize('NFC')

type Settlement = { country: string; name: string }

export function spellingsOf({ country, name }: Settlement): { english: string; hebrew: string | undefined } {
  const spelling = placeNames[country]?.[name]
  const [english, hebrew] = Array.isArray(spelling) ? spelling : [undefined, spelling]
  return { english: english ?? (otherScripts.has(country) ? withoutMarks(name) : name), hebrew }
}

export const otherNames = ({ country, name }: Settlement): string[] => [placeNames[country]?.[name] ?? []].flat()

const wrongPopulations = new Set(
  'PH:Budta PH:Malingao IN:Nowrangapur GN:Camayenne CN:Dadonghai US:Ironville US:Meads IR:Pasragad Branch CN:Nanchong'.split(
    /\s(?=\w\w:)/,
  ),
)

export const hasWrongPopulation = ({ country, name }: Settlement): boolean => wrongPopulations.has(`${country}:${name}`)
