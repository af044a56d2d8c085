import type { FieldProblems, Region } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'

/** The name in the current language; the original where it is not translated. */
export const regionName = ({ name, translations }: Pick<Region, 'name' | 'translations'>): string =>
  translations[currentLanguage()]?.name || name

/** Regions and local maps need a name. */
export const nameProblem = (name: string): FieldProblems => (name.trim() === '' ? { name: 'form.required' } : {})
