// How a settlement's name is written, for the map's names and the server's addresses alike.
import { placeNames } from './place-names.ts'

/** Countries that do not write in Latin letters: their names carry marks of transliteration that English leaves out. */
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

/** From its country and its name in the source. */
export function spelt({ country, name }: Settlement): { english: string; hebrew: string | undefined } {
  const known = placeNames[country]?.[name]
  const [english, hebrew] = Array.isArray(known) ? known : [undefined, known]
  return { english: english ?? (otherScripts.has(country) ? withoutMarks(name) : name), hebrew }
}

/** What the source calls otherwise than people do. */
export const otherNames = ({ country, name }: Settlement): string[] => [placeNames[country]?.[name] ?? []].flat()

const mistaken = new Set(
  'PH:Budta PH:Malingao IN:Nowrangapur GN:Camayenne CN:Dadonghai US:Ironville US:Meads IR:Pasragad Branch CN:Nanchong'.split(
    /\s(?=\w\w:)/,
  ),
)

/** Whether the source gives it a population that is plainly not its own. */
export const isMistaken = ({ country, name }: Settlement): boolean => mistaken.has(`${country}:${name}`)
