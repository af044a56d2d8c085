import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, type Profile, ProfileChange } from '#contract'
import { afterPress } from '../ui/after-press.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { checkBy } from '../ui/check.ts'
import { dropDraft, keepDraft, readDraft } from '../ui/draft.ts'
import { fieldErrors } from '../ui/form.ts'
import { useOpenForm } from '../ui/open-form.ts'
import { LanguageSelect, ThemeSelect } from '../ui/Preferences.tsx'
import { ProblemText } from '../ui/ProblemText.tsx'
import { toast } from '../ui/toast.ts'
import { useChangeProfile, useDeleteAccount } from './data.ts'
import { htmlOf, textOf } from './description.ts'
import classes from './ProfileForm.module.css'
import { ProfilePhoto } from './ProfilePhoto.tsx'

type Values = Pick<Profile, 'firstName' | 'lastName' | 'phone' | 'description' | 'enableGpsLocation'>

const valuesOf = ({ firstName, lastName, phone, description, enableGpsLocation }: Profile): Values => ({
  firstName,
  lastName,
  phone,
  description: textOf(description),
  enableGpsLocation,
})

/** Only these are kept as a draft and sent: what others changed meanwhile stays theirs. */
const changesIn = (values: Values, saved: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== saved[name as keyof Values]))

/** One's own profile. Language and theme take effect at once; the rest waits for Save. */
export const ProfileForm = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  useOpenForm()
  const draft = `profile.${profile._id}`
  const change = useChangeProfile()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const saved = valuesOf(profile)
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { ...saved, ...readDraft<Values>(draft) },
    validate: checkBy(ProfileChange, t),
    onValuesChange: (values) => keepDraft(draft, changesIn(values, saved)),
  })
  const isChanged = Object.keys(changesIn(form.values, saved)).length > 0
  const field = (name: keyof Values) => ({
    ...form.getInputProps(name),
    onBlur: () => afterPress(() => form.validateField(name)),
  })

  const save = (values: Values) => {
    const { description, ...changes } = changesIn(values, saved)
    // Words that were not touched keep their formatting.
    change.mutate(
      { ...changes, ...(description !== undefined && { description: htmlOf(description) }) },
      {
        onSuccess: (answer) => {
          form.setValues(valuesOf(answer))
          dropDraft(draft)
          toast({ message: t('profile.updated') })
        },
        onError: (error) => form.setErrors(fieldErrors(error, t)),
      },
    )
  }
  const discard = () => {
    form.setValues(saved)
    form.clearErrors()
    change.reset()
    dropDraft(draft)
    setIsDiscarding(false)
  }
  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()
  const role = profile.role?.name ?? t('profile.noRole')

  return (
    <form className={classes.form} onSubmit={form.onSubmit(save, focusFirst)} noValidate>
      <ProfilePhoto profile={profile} />
      <div className={classes.who}>
        <p className={classes.name} dir="auto">
          {displayName(profile)}
        </p>
        <p className={classes.meta}>{t('profile.roleAt', { role, service: profile.service.title })}</p>
      </div>

      <TextInput {...field('firstName')} label={t('profile.firstName')} autoComplete="given-name" withAsterisk />
      <TextInput {...field('lastName')} label={t('profile.lastName')} autoComplete="family-name" withAsterisk />
      <TextInput
        {...field('phone')}
        label={t('profile.phone')}
        type="tel"
        autoComplete="tel"
        dir="ltr"
        withAsterisk
        classNames={{ input: classes.phone }}
      />
      <Textarea {...field('description')} label={t('profile.description')} rows={4} dir="auto" />
      <Switch
        {...form.getInputProps('enableGpsLocation', { type: 'checkbox' })}
        label={t('profile.shareLocation')}
        description={t('profile.shareLocationHint')}
      />
      {!form.isValid() ? null : <ProblemText problem={change.error} />}
      <div className={classes.buttons} data-changed={isChanged}>
        {isChanged && (
          <Button variant="default" onClick={() => setIsDiscarding(true)}>
            {t('word.discard')}
          </Button>
        )}
        <Button type="submit" disabled={!isChanged} loading={change.isPending}>
          {t('word.save')}
        </Button>
      </div>

      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('profile.appearance')}</legend>
        <LanguageSelect
          label={t('language.label')}
          onChosen={(language) => change.mutate({ language }, { onSuccess: () => change.reset() })}
        />
        <ThemeSelect label={t('theme.label')} />
      </fieldset>
      <DeleteAccount />
      <ConfirmDialog
        isOpen={isDiscarding}
        title={t('form.discardTitle')}
        message={t('form.discardText')}
        yes={t('word.discard')}
        onYes={discard}
        onCancel={() => setIsDiscarding(false)}
      />
    </form>
  )
}

const DeleteAccount = () => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const deleteAccount = useDeleteAccount()
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('profile.account')}</legend>
      <Button variant="light" color="red" onClick={() => setIsAsking(true)}>
        {t('profile.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('profile.delete')}
        message={t('profile.deleteText')}
        yes={t('word.delete')}
        color="red"
        isBusy={deleteAccount.isPending}
        onYes={() => deleteAccount.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      />
    </fieldset>
  )
}
