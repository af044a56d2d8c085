import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FieldProblems,
  fieldProblems,
  type HomeArea,
  type Language,
  languages,
  NewService as NewServiceBody,
  type ServiceOfServer,
  type StarterSetName,
} from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { titleOf } from '../../i18n/names.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { readDraft } from '../../ui/forms/draft.ts'
import type { FieldOf } from '../../ui/forms/form.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { SettingRow } from '../../ui/lists/SettingRow.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useCreateService, useRemoveService, useServicesOfServer } from './data.ts'
import { HomeAreaField } from './HomeAreaField.tsx'
import classes from './Service.module.css'

const NEW = 'service.new'

type Props = { own: string; backupNote: string; StarterField: FieldOf<StarterSetName | null> }

export const ServerServices = ({ own, backupNote, StarterField }: Props) => {
  const { t } = useTranslation()
  const services = useServicesOfServer()
  const remove = useRemoveService()
  const [isAdding, setIsAdding] = useState(() => Object.keys(readDraft(NEW)).length > 0)
  const [leaving, setLeaving] = useState<ServiceOfServer>()
  const confirm = async () => {
    if (!leaving) return
    await remove.mutateAsync(leaving._id).then(
      () => toast({ message: t('services.deleted', { name: titleOf(leaving) }) }),
      // Ignored here, because the problem is already shown. The service still exists.
      () => {},
    )
    setLeaving(undefined)
  }
  return (
    <section className={classes.section} aria-label={t('services.title')}>
      <h3 className={classes.heading}>{t('services.title')}</h3>
      {services.error && <ProblemText problem={services.error} onRetry={() => services.refetch()} />}
      {services.isPending && <Skeleton rows={2} label={t('word.loading')} />}
      <div className={classes.list}>
        {services.data?.map((service) => (
          <SettingRow
            key={service._id}
            name={titleOf(service)}
            meta={t('services.members', { count: service.membersCount })}
            remove={service._id === own ? { disabled: t('services.own') } : { onPress: () => setLeaving(service) }}
          />
        ))}
      </div>
      {isAdding ? (
        <NewService StarterField={StarterField} onDone={() => setIsAdding(false)} />
      ) : (
        <Button variant="light" leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => setIsAdding(true)}>
          {t('services.create')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={leaving ? titleOf(leaving) : ''}
        message={`${t('services.deleteText', { name: leaving && titleOf(leaving) })} ${backupNote}`}
        yes={t('word.delete')}
        color="red"
        typeToConfirm={leaving && titleOf(leaving)}
        isBusy={remove.isPending}
        onYes={confirm}
        onCancel={() => setLeaving(undefined)}
      />
    </section>
  )
}

type NewServiceValues = Record<'title' | 'firstName' | 'lastName' | 'username', string> & {
  mainLanguage: Language
  homeArea: HomeArea | null
  starterSet: StarterSetName | null
}

const blankIn = (mainLanguage: Language): NewServiceValues => ({
  title: '',
  firstName: '',
  lastName: '',
  username: '',
  mainLanguage,
  homeArea: null,
  starterSet: null,
})

const NewService = ({ StarterField, onDone }: Pick<Props, 'StarterField'> & { onDone: () => void }) => {
  const { t } = useTranslation()
  const create = useCreateService()
  // Not part of the form's values, because drafts are stored on the device.
  const [password, setPassword] = useState('')
  const check = (values: NewServiceValues): FieldProblems => {
    const { error } = NewServiceBody.safeParse({ ...values, password })
    return error ? fieldProblems(error) : {}
  }
  const form = useDraftForm({ draft: NEW, saved: blankIn(currentLanguage()), check })
  const { mainLanguage, homeArea, starterSet } = form.values
  const field = (name: 'title' | 'firstName' | 'lastName' | 'username') => ({
    value: form.values[name],
    onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
    onBlur: () => form.leave(name),
    error: form.errorOf(name),
  })
  const send = async () => {
    const { title } = await create.mutateAsync({ ...form.values, password })
    form.forget()
    toast({ message: t('services.created', { name: title }) })
    onDone()
  }
  return (
    <form className={classes.form} onSubmit={form.submit(send)} noValidate aria-label={t('services.create')}>
      <LimitedInput {...field('title')} label={t('services.name')} withAsterisk maxLength={200} />
      <NativeSelect
        label={t('starter.language')}
        description={t('starter.languageHint')}
        value={mainLanguage}
        data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
        onChange={(event) => form.set('mainLanguage', event.currentTarget.value as Language)}
      />
      <HomeAreaField area={homeArea} onChange={(area) => form.set('homeArea', area)} />
      <StarterField value={starterSet} onChange={(set) => form.set('starterSet', set)} />
      <p className={classes.hint}>{t('services.technician')}</p>
      <LimitedInput {...field('firstName')} label={t('services.firstName')} withAsterisk maxLength={100} />
      <LimitedInput {...field('lastName')} label={t('services.lastName')} maxLength={100} />
      <TextInput {...field('username')} label={t('login.username')} withAsterisk autoComplete="off" dir="ltr" />
      <PasswordField
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={form.errorOf('password')}
        label={t('login.password')}
        description={t('services.passwordHint')}
        withAsterisk
        autoComplete="new-password"
      />
      <ProblemText problem={form.problem} />
      <div className={classes.row}>
        <Button
          variant="default"
          onClick={() => {
            form.discard()
            onDone()
          }}
        >
          {t('word.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t('services.create')}
        </Button>
      </div>
    </form>
  )
}
