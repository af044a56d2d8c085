import type { RuleCondition, RuleSeverity } from '#contract'

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

const water = (enter: number, leave: number): RuleCondition => ({
  type: 'value',
  parameter: 'Water level cm',
  operator: 'above',
  enter,
  leave,
})

export const bayRules: DemoRule[] = [
  {
    name: 'High water at the Embarcadero',
    severity: 'high',
    isEscalated: true,
    trigger: { area: 'Embarcadero flood gauges', conditions: [water(185, 170)], forSeconds: 300 },
    event: 'flood',
    past: { sensor: 'Pier 7 gauge', agoMinutes: 1870, minutes: 95, value: 186.4 },
  },
  {
    name: 'Water rises fast',
    severity: 'warning',
    trigger: {
      kind: 'Tide T1',
      conditions: [
        { type: 'rate', parameter: 'Water level cm', direction: 'rises', by: 60, withinSeconds: 3600 },
        water(160, 150),
      ],
      forSeconds: 0,
    },
  },
  {
    name: 'Smoke in the park',
    severity: 'high',
    trigger: {
      kind: 'Sentry S2',
      conditions: [{ type: 'value', parameter: 'Smoke ppm', operator: 'above', enter: 40, leave: 25 }],
      forSeconds: 60,
    },
    event: 'fire',
  },
  {
    name: 'Fence shaken at night',
    severity: 'warning',
    isEnabled: false,
    trigger: {
      kind: 'Fencewire 4',
      conditions: [
        { type: 'value', parameter: 'Vibration mg', operator: 'above', enter: 9, leave: 7 },
        {
          type: 'time',
          days: [0, 1, 2, 3, 4, 5, 6],
          from: '22:00',
          to: '06:00',
          timeZone: 'America/Los_Angeles',
        },
      ],
      forSeconds: 0,
    },
  },
  {
    name: 'Fire report without a response',
    severity: 'high',
    trigger: { unattended: 'fire', seconds: 600 },
  },
]
