export type MapTheme = 'light' | 'dark'
export type MapLanguage = 'en' | 'he'

/** The page declares this family; without it the labels fall back to a plain sans serif. */
export const labelFamily = 'Rubik Variable'

/**
 * MapLibre reads the weight from the first name of the stack. No font has these first names, so the second one is
 * drawn, in that weight.
 */
export const labelFonts = {
  regular: [`${labelFamily} Regular`, labelFamily],
  medium: [`${labelFamily} Medium`, labelFamily],
  bold: [`${labelFamily} Semibold`, labelFamily],
}

export interface Palette {
  water: string
  land: string
  coast: string
  border: string
  state: string
  label: string
  labelDim: string
  labelHalo: string
  waterLabel: string
  dot: string
}

/** Quiet, so that what lies on the map is seen first; names keep a contrast of 4.5 to what they stand on. */
export const palettes: Record<MapTheme, Palette> = {
  light: {
    water: '#cddbe4',
    land: '#f4f3ef',
    coast: '#a9bcc9',
    border: '#b3aca0',
    state: '#dcd7cc',
    label: '#3a4048',
    labelDim: '#676c74',
    labelHalo: '#f7f6f3',
    waterLabel: '#3f5f75',
    dot: '#8b9098',
  },
  dark: {
    water: '#12161c',
    land: '#23272f',
    coast: '#3a4450',
    border: '#525a66',
    state: '#333942',
    label: '#c3c9d2',
    labelDim: '#8e96a2',
    labelHalo: '#1a1d23',
    waterLabel: '#6f859a',
    dot: '#7c8490',
  },
}
