import { Button, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FieldProblems, fieldProblems, NightlyBackup } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { FieldPair } from '../../ui/fields/FieldGroup.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import parts from '../../ui/layout/Settings.module.css'
import { toast } from '../../ui/overlays/toast.ts'
import { useChangeNightly } from './data.ts'

type Values = { isOn: boolean; time: string; keep: string }

const parsed = (values: Values) =>
  NightlyBackup.safeParse({ ...values, keep: values.keep === '' ? NaN : Number(values.keep) })

const check = (values: Values): FieldProblems => {
  const { error } = parsed(values)
  return error ? fieldProblems(error) : {}
}

export const NightlyForm = ({ nightly }: { nightly: NightlyBackup }) => {
  const { t } = useTranslation()
  const form = useDraftForm<Values>({ draft: 'backup', saved: { ...nightly, keep: String(nightly.keep) }, check })
  const change = useChangeNightly()
  const send = async () => {
    const { data } = parsed(form.values)
    if (!data) return
    await change.mutateAsync(data)
    form.forget()
    toast({ message: t('word.saved') })
  }
  return (
    <form className={parts.form} onSubmit={form.submit(send)} noValidate aria-label={t('backup.nightly')}>
      <Switch label={t('backup.nightly')} {...form.switchField('isOn')} />
      {form.values.isOn && (
        <FieldPair>
          <TimeField
            label={t('backup.time')}
            value={form.values.time}
            onChange={(time) => form.set('time', time)}
            error={form.errorOf('time')}
          />
          <TextInput inputMode="numeric" maxLength={3} label={t('backup.keep')} {...form.textField('keep')} />
        </FieldPair>
      )}
      <ProblemText problem={form.problem} />
      {form.isChanged && (
        <Button type="submit" loading={change.isPending}>
          {t('word.save')}
        </Button>
      )}
    </form>
  )
}
