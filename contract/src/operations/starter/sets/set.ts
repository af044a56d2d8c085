import type { RuleSeverity } from '../../../alarms/rule/schema.ts'
import type { QuestionKind } from '../../../core/event-type/api.ts'
import type { ActionUnit } from '../../../people/role/api.ts'
import type { Language } from '../../../platform/language/language.ts'

/**
 * Texts of starter sets exist in all languages. A service stores those in its main language as its texts, the others as
 * translations.
 */

export type Text = Record<Language, string>

export const text = (en: string, he: string): Text => ({ en, he })

export type StarterQuestion = { name: Text; kind: QuestionKind; choices?: Text[]; isRequired: boolean }

export type StarterEventType = {
  name: Text
  guide: Text
  icon: string
  colour: string
  anonymous?: boolean
  isPhotoRequired?: boolean
  questions: StarterQuestion[]
}

/** `value`: a number, or the text that is logged. */
export type StarterAction = { name: Text; unit: ActionUnit; value: string | Text; isCustomValue?: boolean }

export type StarterRole = { name: Text; isViewer?: boolean }

/** Counts reports of an event type, or sums the values logged by an action; `of` has the index in the set. */
export type StarterMetric = { name: Text; shortName: Text; of: { eventType: number } | { action: number } }

/** A rule on all sensors, or on reports of one event type; `eventType` is the index in the set. */
export type StarterRule = {
  name: Text
  severity: RuleSeverity
  when:
    | { sensorSilentHours: number }
    | { eventType: number; unattendedMinutes: number }
    | { eventType: number; moreThan: number; radiusMetres: number; withinMinutes: number }
}

export type StarterSet = {
  roles: StarterRole[]
  actions: StarterAction[]
  eventTypes: StarterEventType[]
  metrics: StarterMetric[]
  rules: StarterRule[]
  communities: Text[]
}
