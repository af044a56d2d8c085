import type { LngLat, WarningCategory, WarningResponse, WarningSeverity, WarningText } from '#contract'
import warnings from './warnings.json' with { type: 'json' }

type Texts = Pick<WarningText, 'event' | 'headline' | 'description' | 'instruction' | 'areas'>

export type DemoWarning = {
  identifier: string
  severity: WarningSeverity
  urgency: 'immediate' | 'expected' | 'future'
  certainty: 'observed' | 'likely' | 'possible'
  category: WarningCategory
  responses: WarningResponse[]
  /** Hours from the start of the demo. */
  sent: number
  begins: number
  expires: number
  english: Texts
  hebrew: Texts
  outlines: LngLat[][]
}

export const demoWarningFeed = { name: 'Bay Area warnings' }

const senderNames = { en: 'Demo weather service', he: 'שירות מזג האוויר לדוגמה' }

export const textsOf = ({ english, hebrew }: DemoWarning): WarningText[] => [
  { language: 'en-us', ...english, senderName: senderNames.en, web: '', contact: '' },
  { language: 'he', ...hebrew, senderName: senderNames.he, web: '', contact: '' },
]

export const demoWarnings = warnings as DemoWarning[]
