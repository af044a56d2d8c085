import type { FieldProblems, Region } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'

/** In the reader's language, where there is such a name. */
export const regionName = ({ name, translations }: Pick<Region, 'name' | 'translations'>): string =>
  translations[currentLanguage()]?.name || name

/** Regions and local maps alike have to be called something. */
export const nameProblem = (name: string): FieldProblems => (name.trim() === '' ? { name: 'form.required' } : {})
