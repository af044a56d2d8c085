import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldProblems, type Rota, RotaDraft } from '#contract'
import { DateField } from '../../ui/fields/DateField.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import classes from '../../ui/forms/SentenceForm.module.css'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useSaveRota } from './data.ts'

type Props = {
  draft: string
  rota: Rota | undefined
  /** Time zone of the service's other rotas, preferred to that of the computer. */
  usualZone: string | undefined
  members: readonly NamedItem[]
  onDone: () => void
}

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** Empty on a computer set to UTC, which is rarely the zone of its user. The member then has to choose one. */
const zoneOfComputer = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'UTC' ? '' : timeZone
}

const emptyRota = (timeZone: string): RotaDraft => ({
  name: '',
  memberIds: [],
  startsOn: new Date().toLocaleDateString('en-CA', { timeZone: timeZone || undefined }),
  handoverAt: '08:00',
  timeZone,
})

const valuesOf = ({ name, memberIds, startsOn, handoverAt, timeZone }: Rota): RotaDraft => ({
  name,
  memberIds,
  startsOn,
  handoverAt,
  timeZone,
})

const problemsOf = (values: RotaDraft) => {
  const { error } = RotaDraft.safeParse(values)
  const problems = error ? fieldProblems(error) : {}
  return values.timeZone === '' ? { ...problems, timeZone: 'form.required' as const } : problems
}

export const RotaForm = ({ draft, rota, usualZone, members, onDone }: Props) => {
  const { t } = useTranslation()
  const save = useSaveRota()
  const form = useDraftForm<RotaDraft>({
    draft,
    saved: rota ? valuesOf(rota) : emptyRota(usualZone ?? zoneOfComputer()),
    check: problemsOf,
  })
  const { values, set, errorOf } = form
  const send = async () => {
    const { name } = await save.mutateAsync({ id: rota?._id, body: form.getValues() })
    form.forget()
    void toast({ message: t(rota ? 'rota.updated' : 'rota.created', { name }) })
    onDone()
  }
  return (
    <FormFrame
      label={t(rota ? 'panel.editRota' : 'panel.newRota')}
      isNew={!rota}
      isBusy={save.isPending}
      form={form}
      send={send}
      onLeave={onDone}
    >
      <LimitedInput {...form.textField('name')} label={t('rota.name')} withAsterisk maxLength={200} />
      <MultiSelect
        label={t('rota.members')}
        withAsterisk
        data={members.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={values.memberIds}
        onChange={(memberIds) => set('memberIds', memberIds)}
        error={errorOf('memberIds')}
        searchable
        hidePickedOptions
      />
      <div className={classes.pair}>
        <DateField
          label={t('rota.startsOn')}
          withAsterisk
          isRequired
          value={values.startsOn}
          onChange={(day) => set('startsOn', day)}
          error={errorOf('startsOn')}
        />
        <TimeField
          label={t('rota.handoverAt')}
          withAsterisk
          value={values.handoverAt}
          onChange={(time) => set('handoverAt', time)}
          error={errorOf('handoverAt')}
        />
      </div>
      <Select
        label={t('rota.zone')}
        withAsterisk
        data={values.timeZone === '' || zones.includes(values.timeZone) ? zones : [values.timeZone, ...zones]}
        value={values.timeZone || null}
        onChange={(timeZone) => timeZone && set('timeZone', timeZone)}
        error={errorOf('timeZone')}
        limit={50}
        searchable
        allowDeselect={false}
      />
    </FormFrame>
  )
}
