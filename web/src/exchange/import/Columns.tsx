import { NativeSelect, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  ANSWER_PREFIX,
  guessColumns,
  type Import,
  type ImportMapping,
  importFields,
  importFieldText,
  plainName,
} from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import type { ImportChoices } from './choices.ts'
import classes from './Import.module.css'

type Props = {
  one: Import
  mapping: ImportMapping
  choices: ImportChoices
  onChange: (mapping: ImportMapping) => void
}

const SAMPLES = 3
const timeFields = ['time', 'start', 'end']
const placeFields = ['place', 'lat', 'lng', 'outline']

const named = ({ _id, name }: { _id: string; name: string }) => ({ value: _id, label: name })

/** Shows the guessed field of each column, for correction. */
export const Columns = ({ one, mapping, choices, onChange }: Props) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  const { kind, columns } = mapping
  const questions = kind === 'event' ? choices.questions.map((name) => ANSWER_PREFIX + name) : []
  const fields = [...importFields[kind], ...questions].map((value) => ({
    value,
    label: importFieldText(language, value),
  }))
  const has = (wanted: readonly string[]) => columns.some((field) => field && wanted.includes(field))
  const setKind = (other: ImportMapping['kind']) => {
    const headers = one.columns.map(({ name }) => name)
    const names = other === 'event' ? choices.questions : []
    const fieldsOfOther = guessColumns(headers, other, new Map(names.map((name) => [plainName(name), name])))
    onChange({ ...mapping, kind: other, columns: fieldsOfOther })
  }
  const setField = (index: number, field: string) =>
    onChange({ ...mapping, columns: columns.map((old, at) => (at === index ? field || null : old)) })
  return (
    <section className={classes.part} aria-label={t('import.columns')}>
      <NativeSelect
        label={t('import.kind')}
        value={kind}
        data={choices.kinds.map((value) => ({ value, label: t(`import.kinds.${value}`) }))}
        onChange={(event) => setKind(event.currentTarget.value as ImportMapping['kind'])}
      />
      {kind === 'member' && <p className={classes.dim}>{t('import.invitations')}</p>}
      <h3 className={classes.subtitle}>{t('import.columns')}</h3>
      <ul className={classes.columns}>
        {one.columns.map(({ name, sample }, index) => (
          <li key={name} className={classes.column}>
            <span className={classes.words}>
              <bdi className={classes.name}>{name}</bdi>
              <bdi className={classes.sample}>{sample.filter(Boolean).slice(0, SAMPLES).join(' · ')}</bdi>
            </span>
            <NativeSelect
              aria-label={t('import.fieldOf', { name })}
              className={classes.field}
              value={columns[index] ?? ''}
              data={[{ value: '', label: t('import.skip') }, ...fields]}
              onChange={(event) => setField(index, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {kind === 'event' && (
        <NativeSelect
          label={t('import.eventType')}
          value={mapping.eventType ?? ''}
          data={[{ value: '', label: t('import.fromFile') }, ...choices.types.map(named)]}
          onChange={(event) => onChange({ ...mapping, eventType: event.currentTarget.value || null })}
        />
      )}
      {kind === 'member' && (
        <NativeSelect
          label={t('import.role')}
          value={mapping.role ?? ''}
          data={[{ value: '', label: t('import.fromFile') }, ...choices.roles.map(named)]}
          onChange={(event) => onChange({ ...mapping, role: event.currentTarget.value || null })}
        />
      )}
      {(kind === 'activity' || kind === 'group') && (
        <CommunityFields mapping={mapping} choices={choices} onChange={onChange} />
      )}
      {has(timeFields) && (
        <NativeSelect
          label={t('import.dateOrder')}
          description={t('import.timeZone', { zone: mapping.timeZone })}
          value={mapping.dateOrder}
          data={(['dmy', 'mdy', 'ymd'] as const).map((value) => ({ value, label: t(`import.orders.${value}`) }))}
          onChange={(event) =>
            onChange({ ...mapping, dateOrder: event.currentTarget.value as ImportMapping['dateOrder'] })
          }
        />
      )}
      {has(placeFields) && (
        <Switch
          label={t('import.isSwapped')}
          checked={mapping.isSwapped}
          onChange={(event) => onChange({ ...mapping, isSwapped: event.currentTarget.checked })}
        />
      )}
    </section>
  )
}

/** Default community and groups, for rows that name no community. */
const CommunityFields = ({ mapping, choices, onChange }: Omit<Props, 'one'>) => {
  const { t } = useTranslation()
  const groups =
    mapping.kind === 'activity' ? choices.groups.filter(({ communityId }) => communityId === mapping.community) : []
  return (
    <>
      <NativeSelect
        label={t('import.community')}
        value={mapping.community ?? ''}
        data={[{ value: '', label: t('import.fromFile') }, ...choices.communities.map(named)]}
        onChange={(event) => onChange({ ...mapping, community: event.currentTarget.value || null, groups: [] })}
      />
      {groups.length > 0 && (
        <NativeSelect
          label={t('import.group')}
          value={mapping.groups[0] ?? ''}
          data={[{ value: '', label: t('import.fromFile') }, ...groups.map(named)]}
          onChange={(event) =>
            onChange({ ...mapping, groups: event.currentTarget.value ? [event.currentTarget.value] : [] })
          }
        />
      )}
    </>
  )
}
