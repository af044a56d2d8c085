import { labelFamily, type MapLanguage } from './palette.ts'

/**
 * MapLibre draws glyphs once and caches them, so the font must be loaded before the first label with these letters. Loads the
 * files of the font that have them.
 */
export const loadLabelFont = async (letters: string, onProblem: (problem: unknown) => void): Promise<void> => {
  await document.fonts.load(`500 16px "${labelFamily}"`, letters).catch(onProblem)
}

/** One letter of each file of the font. Letters of other scripts come with the style of streets. */
export const everyLetter = 'Aşא'

const ownLetters: Record<MapLanguage, string> = { en: 'A', he: 'Aא' }

/** From this zoom on, names of events are drawn, which may have any letters. */
const namesFromZoom = 10

/** Letters loaded before drawing; from afar only place names in the page's language. */
export const firstLetters = (language: MapLanguage, zoom: number, hasStreets: boolean): string =>
  hasStreets || zoom >= namesFromZoom ? everyLetter : ownLetters[language]
