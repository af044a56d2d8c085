import type { ActionUnit, DefaultView, Question } from '#contract'
import configuration from './configuration.json' with { type: 'json' }

export type DemoRole = {
  name: string
  defaultView: DefaultView
  isViewer?: true
  actions?: string[]
  /** Labels and values that actions have in this role, by name of the action. */
  called?: Record<string, { label: string; customValue?: string }>
  eventTypes?: string[]
}

export type DemoAction = {
  name: string
  unit: ActionUnit
  value: string
  isCustomValue?: true
  values?: string[]
  /** Role with which a log entry of this action shares the event. */
  sharesWith?: string
}

export type DemoQuestion = { name: string; he: string; kind: Question['kind']; choices?: [en: string, he: string][] }

export type DemoEventType = {
  key: string
  name: string
  he: string
  guide: string
  guideHe: string
  icon: string
  colour: string
  responsible?: string
  anonymous?: true
  isPhotoRequired?: true
  unit?: ActionUnit
  value?: string
  url?: string
  questions: DemoQuestion[]
}

export const bayRoles = configuration.bay.roles as DemoRole[]
export const bayActions = configuration.bay.actions as DemoAction[]
export const bayEventTypes = configuration.bay.eventTypes as DemoEventType[]

export const harborRoles = configuration.harbor.roles as DemoRole[]
export const harborActions = configuration.harbor.actions as DemoAction[]
export const harborEventTypes = configuration.harbor.eventTypes as DemoEventType[]
