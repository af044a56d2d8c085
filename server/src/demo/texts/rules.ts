import type { RuleCondition, RuleSeverity } from '#contract'
import rules from './rules.json' with { type: 'json' }

type DemoTrigger =
  | {
      area?: string
      kind?: string
      conditions: RuleCondition[]
      forSeconds: number
    }
  | { unattended: string; seconds: number }

export type DemoRule = {
  name: string
  severity: RuleSeverity
  isEnabled?: false
  /** Follows the demo's escalation plan. */
  isEscalated?: true
  trigger: DemoTrigger
  /** Key of the type of the event that the rule creates. */
  event?: string
  /** An ended alarm: its sensor, how long ago and how long in minutes, and its value. */
  past?: { sensor: string; agoMinutes: number; minutes: number; value: number }
}

export const bayRules = rules as DemoRule[]
