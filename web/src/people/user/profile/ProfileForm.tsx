import { Button, MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, PERSON_NAME_MAX, type Profile, type ServiceName, type Translations } from '#contract'
import { nameOf, titleOf } from '../../../i18n/names.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import { LimitedInput } from '../../../ui/fields/LimitedInput.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { RichTextEditor } from '../../../ui/text/RichTextEditor.tsx'
import { LanguageSelect, ThemeSelect } from '../../../ui/theme/Preferences.tsx'
import { useChangeProfile } from '../data.ts'
import { Account } from './Account.tsx'
import { HomeField, type Placing } from './HomeField.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import classes from './ProfileForm.module.css'
import { ProfilePhoto } from './ProfilePhoto.tsx'
import { Sessions } from './Sessions.tsx'
import { useProfileForm } from './use-profile-form.ts'

type Props = {
  profile: Profile
  roles: readonly { _id: string; name: string; translations: Translations }[]
  services: readonly Omit<ServiceName, 'logo'>[]
  placing: Placing
  /** Text that says until when backups hold a deleted account. */
  backupNote: string
  children?: ReactNode
}

/** The member's own profile. Language and theme take effect at once, and all other fields on Save. */
export const ProfileForm = ({ profile, roles, services, placing, backupNote, children }: Props) => {
  const { t } = useTranslation()
  const form = useProfileForm(profile)
  const { values, field, discard, isChanged } = form
  const [isDiscarding, setIsDiscarding] = useState(false)
  const role = profile.role ? nameOf(profile.role) : t('profile.noRole')
  const noRole = profile.role ? [] : [{ value: '', label: t('profile.noRole'), disabled: true }]
  const isHomeMoved = String(values.homeLocation) !== String(profile.homeLocation)

  return (
    <form className={classes.form} onSubmit={form.save} noValidate>
      {form.isContinued && isChanged && <Notice text={t('form.draftKept')} />}
      <ProfilePhoto profile={profile} />
      <div className={classes.who}>
        <p className={classes.name} dir="auto">
          {displayName(profile)}
        </p>
        <p className={classes.meta}>{t('profile.roleAt', { role, service: titleOf(profile.service) })}</p>
        <p className={classes.meta}>
          <bdi>{profile.username}</bdi> · {t(`userType.${profile.type}`)}
        </p>
      </div>

      <LimitedInput
        {...field('firstName')}
        maxLength={PERSON_NAME_MAX}
        label={t('profile.firstName')}
        autoComplete="given-name"
        withAsterisk
      />
      <LimitedInput
        {...field('lastName')}
        maxLength={PERSON_NAME_MAX}
        label={t('profile.lastName')}
        autoComplete="family-name"
        withAsterisk
      />
      <TextInput
        {...field('phone')}
        label={t('profile.phone')}
        type="tel"
        autoComplete="tel"
        dir="ltr"
        withAsterisk
        classNames={{ input: classes.phone }}
      />
      <RichTextEditor
        key={form.round}
        label={t('profile.description')}
        value={values.description}
        onChange={(description) => form.set('description', description)}
        error={form.errorOf('description') as string | undefined}
      />
      <NativeSelect
        {...field('role')}
        label={t('profile.role')}
        description={t('profile.roleHint')}
        withAsterisk
        data={[...noRole, ...roles.map((one) => ({ value: one._id, label: nameOf(one) }))]}
      />
      <MultiSelect
        label={t('profile.services')}
        description={
          services.length > 0
            ? t('profile.servicesHint', { service: titleOf(profile.service) })
            : t('profile.servicesNone')
        }
        disabled={services.length === 0}
        data={services.map((service) => ({ value: service._id, label: titleOf(service) }))}
        value={values.services}
        error={form.errorOf('services')}
        onChange={(selectedIds) => form.set('services', selectedIds)}
        clearButtonProps={{ 'aria-label': t('search.clear') }}
      />
      <OwnRequests requests={profile.requests} />
      <HomeField
        at={values.homeLocation}
        address={isHomeMoved ? null : profile.homeAddress}
        error={form.errorOf('homeLocation') as string | undefined}
        placing={placing}
        onMove={(at) => form.set('homeLocation', at)}
      />
      <Switch
        {...form.switchField('enableGpsLocation')}
        label={t('profile.shareLocation')}
        description={t('profile.shareLocationHint')}
      />
      <ProblemText problem={form.problem} />
      <div className={classes.buttons} data-changed={isChanged}>
        {isChanged && (
          <Button variant="default" onClick={() => setIsDiscarding(true)}>
            {t('word.discard')}
          </Button>
        )}
        <Button type="submit" disabled={!isChanged} loading={form.isBusy}>
          {t('word.save')}
        </Button>
      </div>

      <Appearance />
      {children}
      <Sessions />
      <Account username={profile.username} backupNote={backupNote} />
      <ConfirmDialog
        isOpen={isDiscarding}
        title={t('form.discardTitle')}
        message={t('form.discardText')}
        yes={t('word.discard')}
        onYes={() => {
          discard()
          setIsDiscarding(false)
        }}
        onCancel={() => setIsDiscarding(false)}
      />
    </form>
  )
}

const Appearance = () => {
  const { t } = useTranslation()
  const { mutate } = useChangeProfile()
  return (
    <FieldGroup name={t('profile.appearance')}>
      <LanguageSelect label={t('language.label')} onChosen={(language) => mutate({ language })} />
      <ThemeSelect label={t('theme.label')} />
    </FieldGroup>
  )
}
