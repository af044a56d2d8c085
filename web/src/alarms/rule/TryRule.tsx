import { Button, Select } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_TRIAL_RECEIVERS, type RuleDraft, type RuleTrial } from '#contract'
import { formatDate, formatNumber, momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { LineChart } from '../../ui/chart/LineChart.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { durationText } from '../../ui/fields/duration.ts'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import classes from '../../ui/forms/SentenceForm.module.css'
import type { RuleChoices } from './choices.ts'
import { useTryRule } from './data.ts'

type Props = { rule: RuleDraft | undefined; choices: RuleChoices }

/** Replays the rule over the last 30 days of one sensor, before the rule is saved. */
export const TryRule = ({ rule, choices }: Props) => {
  const { t } = useTranslation()
  const trial = useTryRule()
  const [sensorId, setSensorId] = useState<string | null>(null)
  const scope = rule?.trigger.type === 'sensor' ? rule.trigger.scope : undefined
  const offered = choices.sensors.filter(
    ({ _id, kind }) =>
      (scope?.type !== 'sensor' || scope.sensorId === _id) && (scope?.type !== 'kind' || scope.kind === kind),
  )
  const chosen = offered.find(({ _id }) => _id === sensorId)
  return (
    <FieldGroup name={t('rule.try')}>
      <p className={classes.hint}>{t('rule.tryHint')}</p>
      <Select
        label={t('rule.trySensor')}
        data={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={chosen?._id ?? null}
        onChange={setSensorId}
        placeholder={t('rule.tryAny')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('rule.tryAny') }}
      />
      <Button
        variant="default"
        disabled={!rule || offered.length === 0}
        loading={trial.isPending}
        onClick={() => rule && trial.mutate({ rule, sensorId: chosen?._id })}
      >
        {t('rule.tryNow')}
      </Button>
      <ProblemText problem={trial.error} />
      {trial.data && <Trial trial={trial.data} />}
    </FieldGroup>
  )
}

const namesOf = (names: readonly string[], count: number, t: TFunction): string => {
  if (count === 0) return t('rule.nobody')
  const more = count - names.length
  return names.map(isolated).join(', ') + (more > 0 ? ` ${t('rule.moreReceivers', { count: more })}` : '')
}

const Trial = ({ trial }: { trial: RuleTrial }) => {
  const { t } = useTranslation()
  const { periods, alarms, readings, notified, sensor, from, to } = trial
  return (
    <div className={classes.trial} role="status">
      <p className={classes.hint}>
        {t('rule.trialCount', {
          count: alarms,
          sensor: isolated(sensor.name),
          readings: formatNumber(readings, currentLanguage()),
        })}
      </p>
      {Date.parse(to) - Date.parse(from) < MONTH_MS && (
        <p className={classes.hint}>{t('rule.trialSince', { from: momentText(from) })}</p>
      )}
      {trial.series && <TrialChart trial={trial} />}
      <ul className={classes.periods}>
        {periods.slice(-MOST_TRIAL_RECEIVERS.periods).map(({ kind, raisedAt, endedAt, levels, receivers }) => (
          <li key={`${kind} ${raisedAt}`}>
            {t(`rule.period.${kind}`, { at: momentText(raisedAt) })}{' '}
            {endedAt
              ? t('rule.lasted', {
                  time: durationText(Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(raisedAt)) / 1000)), t),
                })
              : t('rule.lasts')}
            {levels.length > 0 && (
              <span className={classes.hint}>
                {' '}
                {t('rule.wouldEscalate', {
                  levels: levels
                    .map((names, level) => namesOf(names, receivers[level] ?? 0, t))
                    .join(t('rule.nextLevel')),
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {notified.length > 0 && (
        <p className={classes.hint}>
          {t('rule.wouldNotify', { names: notified.map((name) => isolated(name)).join(', ') })}
        </p>
      )}
    </div>
  )
}

const TrialChart = ({ trial: { series, periods, to } }: { trial: RuleTrial }) => {
  if (!series) return null
  const isAlarm = (at: number) =>
    periods.some(({ raisedAt, endedAt }) => Date.parse(raisedAt) <= at + STEP_MS && Date.parse(endedAt ?? to) >= at)
  const rows = series.points.map(({ at, average, maximum }) => ({
    label: isolated(formatDate(new Date(at), currentLanguage()).slice(0, -5)),
    average,
    alarm: isAlarm(Date.parse(at)) ? maximum : null,
  }))
  return (
    <LineChart
      h={160}
      rows={rows}
      series={[
        { name: 'average', label: series.parameter, color: 'var(--mantine-primary-color-filled)' },
        { name: 'alarm', label: '⚠', color: 'red.6' },
      ]}
      withDots={false}
      fillOpacity={0.2}
    />
  )
}

const MONTH_MS = 30 * 86_400_000
/** Interval between the points that the server returns for a month: 8 hours. */
const STEP_MS = 28_800_000
