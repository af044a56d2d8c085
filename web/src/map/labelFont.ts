import { labelFamily, type MapLanguage } from './palette.ts'

/**
 * Loads the files of the label font that contain these letters. MapLibre draws a glyph once and caches it, so the font
 * must be loaded before the first label.
 */
export const loadLabelFont = async (letters: string, onProblem: (problem: unknown) => void): Promise<void> => {
  await document.fonts.load(`500 16px "${labelFamily}"`, letters).catch(onProblem)
}

/** One letter from each file of the page's font. `streetLetters` has the files of all other scripts. */
export const everyLetter = 'Aşא'

const ownLetters: Record<MapLanguage, string> = { en: 'A', he: 'Aא' }

/** From this zoom on, the map shows names of events, which may contain any letter. */
const namesFromZoom = 10

/** Letters loaded before the map is drawn. Far views show only place names in the page's language. */
export const firstLetters = (language: MapLanguage, zoom: number, hasStreets: boolean): string =>
  hasStreets || zoom >= namesFromZoom ? everyLetter : ownLetters[language]
