import type { Language } from '#contract'

export type MapTheme = 'light' | 'dark'
export type MapLanguage = Language

/** Declared in the page's CSS; if it is missing, the browser draws labels in its sans serif. */
export const labelFamily = 'Rubik Variable'

/** MapLibre takes the weight from the first name. No font has that name, so the second name is drawn in that weight. */
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
  /** Colours of streets only: land, water and names have the colours of the world map. */
  streets: StreetColours
}

export interface StreetColours {
  green: string
  wood: string
  sand: string
  hospital: string
  school: string
  paved: string
  building: string
  buildingLine: string
  highway: string
  highwayCasing: string
  major: string
  minor: string
  casing: string
  path: string
  rail: string
  ferry: string
  label: string
  greenLabel: string
  sign: string
  signEmergency: string
  signFace: string
}

/** Muted, so that events stand out. Names have a contrast of at least 4.5 to their background. */
export const palettes: Record<MapTheme, Palette> = {
  light: {
    water: '#cddbe4',
    land: '#f4f3ef',
    coast: '#a9bcc9',
    border: '#b3aca0',
    state: '#dcd7cc',
    label: '#3a4048',
    labelDim: '#5a5f67',
    labelHalo: '#f7f6f3',
    waterLabel: '#3f5f75',
    dot: '#8b9098',
    streets: {
      green: '#e6ede0',
      wood: '#dee8d8',
      sand: '#f3eddb',
      hospital: '#f5e8e6',
      school: '#f1ecdf',
      paved: '#ecebe7',
      building: '#ecebe5',
      buildingLine: '#dedbd2',
      highway: '#f2e3c2',
      highwayCasing: '#d8c394',
      major: '#fffdf8',
      minor: '#ffffff',
      casing: '#d9d5cb',
      path: '#cfc9bb',
      rail: '#bdbab3',
      ferry: '#8fabbd',
      label: '#565b63',
      greenLabel: '#48603f',
      sign: '#76818f',
      signEmergency: '#3b485b',
      signFace: '#ffffff',
    },
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
    streets: {
      green: '#25302d',
      wood: '#222d2a',
      sand: '#2f2d2a',
      hospital: '#33282c',
      school: '#2c2a2a',
      paved: '#272b33',
      building: '#2b3039',
      buildingLine: '#343a44',
      highway: '#4d4a45',
      highwayCasing: '#191c21',
      major: '#3f4651',
      minor: '#363c46',
      casing: '#1b1e24',
      path: '#424954',
      rail: '#4a515d',
      ferry: '#3a5063',
      label: '#b3bac4',
      greenLabel: '#a9c7a0',
      sign: '#717d8c',
      signEmergency: '#a9b6c6',
      signFace: '#14171c',
    },
  },
}
