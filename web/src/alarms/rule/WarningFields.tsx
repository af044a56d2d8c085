import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WarningSeverity } from '#contract'
import classes from '../../ui/forms/SentenceForm.module.css'
import type { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import type { RuleChoices } from './choices.ts'
import type { RuleValues } from './values.ts'

const severities = ['extreme', 'severe', 'moderate', 'minor', 'unknown'] as const satisfies WarningSeverity[]

type Props = { form: ReturnType<typeof useDraftForm<RuleValues>>; choices: RuleChoices }

export const WarningFields = ({ form: { values, set, errorOf }, choices: { regions } }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('rule.warning.severity')}
        data={severities.map((value) => ({ value, label: t(`rule.warning.atLeast.${value}`) }))}
        value={values.warningSeverity}
        onChange={(value) => value && set('warningSeverity', value)}
        allowDeselect={false}
      />
      <Select
        label={t('rule.warning.touches')}
        data={(['home', 'regions'] as const).map((value) => ({
          value,
          label: t(`rule.warning.places.${value}`),
          disabled: value === 'regions' && regions.length === 0 && !values.isOfRegions,
        }))}
        value={values.isOfRegions ? 'regions' : 'home'}
        onChange={(value) => value && set('isOfRegions', value === 'regions')}
        allowDeselect={false}
      />
      {values.isOfRegions ? (
        <MultiSelect
          label={t('rule.regions')}
          withAsterisk
          data={regions.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={values.regionIds}
          onChange={(ids) => set('regionIds', ids, 'trigger.regionIds')}
          error={errorOf('trigger.regionIds')}
          searchable
          hidePickedOptions
        />
      ) : (
        <p className={classes.hint}>{t('rule.warning.homeHint')}</p>
      )}
      <p className={classes.hint}>{t('rule.warning.testsHint')}</p>
    </>
  )
}
