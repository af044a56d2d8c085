import type { TFunction } from 'i18next'
import type { Observation, Rule, RuleCondition, RuleTrigger } from '#contract'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { durationText } from '../../ui/fields/duration.ts'
import { nameOfId, type RuleChoices } from './choices.ts'

const number = (value: number) => formatNumber(value, currentLanguage())

const dayName = (day: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 1, 1 + day))

export const dayNames = (days: readonly number[]): string => days.toSorted().map(dayName).join(', ')

export const conditionText = (condition: RuleCondition, choices: RuleChoices, t: TFunction): string => {
  switch (condition.type) {
    case 'value': {
      const { parameter, operator, enter, leave } = condition
      const text = t(`rule.says.${operator}`, { parameter: isolated(parameter), value: number(enter) })
      if (leave === null || leave === enter) return text
      return t(`rule.says.${operator}Until`, { text, value: number(leave) })
    }
    case 'rate': {
      const { direction, parameter, by, withinSeconds } = condition
      const time = durationText(withinSeconds, t)
      return t(`rule.says.${direction}`, { parameter: isolated(parameter), value: number(by), time })
    }
    case 'silence':
      return t('rule.says.silence', { time: durationText(condition.seconds, t) })
    case 'state':
      return t(condition.isState ? 'rule.says.state' : 'rule.says.notState', { state: isolated(condition.state) })
    case 'place': {
      const name = isolated(nameOfId(choices, condition.areaId) ?? t('rule.gone'))
      return t(condition.isInside ? 'rule.says.inside' : 'rule.says.outside', { name })
    }
    case 'time': {
      const { days, from, to } = condition
      if (from === to) return t('rule.says.days', { days: dayNames(days) })
      const hours = isolated(`${from}–${to}`)
      return days.length === 7
        ? t('rule.says.hours', { hours })
        : t('rule.says.daysHours', { days: dayNames(days), hours })
    }
  }
}

const scopeText = (trigger: Extract<RuleTrigger, { type: 'sensor' }>, choices: RuleChoices, t: TFunction): string => {
  const { scope } = trigger
  if (scope.type === 'all') return t('rule.scopeSays.all')
  if (scope.type === 'kind') return t('rule.scopeSays.kind', { name: isolated(scope.kind) })
  const id = scope.type === 'sensor' ? scope.sensorId : scope.areaId
  return t(`rule.scopeSays.${scope.type}`, { name: isolated(nameOfId(choices, id) ?? t('rule.gone')) })
}

const namesOf = (ids: readonly string[], choices: RuleChoices, t: TFunction): string =>
  ids.map((id) => isolated(nameOfId(choices, id) ?? t('rule.gone'))).join(', ')

export const triggerText = (trigger: RuleTrigger, choices: RuleChoices, t: TFunction): string => {
  if (trigger.type === 'unattended')
    return t('rule.sentence.unattended', {
      types: namesOf(trigger.eventTypeIds, choices, t),
      time: durationText(trigger.seconds, t),
    })
  if (trigger.type === 'cluster')
    return t('rule.sentence.cluster', {
      number: number(trigger.moreThan),
      types: namesOf(trigger.eventTypeIds, choices, t),
      km: number(trigger.radiusMetres / 1000),
      time: durationText(trigger.withinSeconds, t),
    })
  if (trigger.type === 'warning')
    return t('rule.sentence.warning', {
      warning: t(`rule.warning.atLeast.${trigger.severity}`),
      place: trigger.regionIds === null ? t('rule.warning.home') : namesOf(trigger.regionIds, choices, t),
    })
  const parts = trigger.conditions.map((condition) => conditionText(condition, choices, t))
  const conditions = parts.join(` ${t(trigger.match === 'all' ? 'rule.and' : 'rule.or')} `)
  const text = t('rule.sentence.sensor', { scope: scopeText(trigger, choices, t), conditions })
  return trigger.forSeconds === 0 ? text : t('rule.sentence.for', { text, time: durationText(trigger.forSeconds, t) })
}

type Sentence = Pick<Rule, 'trigger' | 'severity' | 'event' | 'planId' | 'quietSeconds'>

const furtherSentences = ({ trigger, event, quietSeconds }: Sentence, t: TFunction): string[] => {
  const { clearSeconds = 0, noDataSeconds = null } = trigger.type === 'sensor' ? trigger : {}
  return [
    ...(clearSeconds > 0 ? [t('rule.sentence.clear', { time: durationText(clearSeconds, t) })] : []),
    ...(event?.isArchivedOnClear ? [t('rule.sentence.archive')] : []),
    ...(quietSeconds > 0 ? [t('rule.sentence.quiet', { time: durationText(quietSeconds, t) })] : []),
    ...(noDataSeconds === null ? [] : [t('rule.sentence.noData', { time: durationText(noDataSeconds, t) })]),
  ]
}

export const ruleSentence = (rule: Sentence, choices: RuleChoices, t: TFunction): string => {
  const { trigger, severity, event, planId } = rule
  const raised = t('rule.sentence.raise', { severity: t(`rule.severity.${severity}`) })
  const type = event && isolated(nameOfId(choices, event.eventTypeId) ?? t('rule.gone'))
  const made = type ? t('rule.sentence.event', { effect: raised, type }) : raised
  const plan = planId && isolated(nameOfId(choices, planId) ?? t('rule.gone'))
  const effect = plan ? t('escalation.ruleSays', { effect: made, plan }) : made
  const main = t('rule.sentence.whole', { when: triggerText(trigger, choices, t), effect })
  return [main, ...furtherSentences(rule, t)].join(' ')
}

export const observationText = (value: Observation): string =>
  typeof value === 'number' ? number(Math.round(value * 1000) / 1000) : (value ?? '')
