import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { nameOf } from '../../i18n/names.ts'
import type { ConditionProps } from './values.ts'

type NamedItem = { _id: string; name: string; translations?: Record<string, Record<string, string>> }

type Props = ConditionProps & { name: string; label: string; things: readonly NamedItem[] }

export const IdsField = ({ values, field, errorOf, onChange, name, label, things }: Props) => {
  const { t } = useTranslation()
  return (
    <MultiSelect
      label={label}
      withAsterisk
      placeholder={values.ids.length === 0 ? t('metric.chooseSome') : undefined}
      data={things.map((thing) => ({ value: thing._id, label: nameOf(thing) }))}
      value={values.ids}
      onChange={(ids) => onChange({ ids })}
      error={errorOf(`${field}.${name}`)}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('metric.nothingLeft')}
    />
  )
}
