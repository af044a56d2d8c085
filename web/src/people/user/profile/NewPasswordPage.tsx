import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { Card } from '../../../ui/layout/Card.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import classes from './ProfileForm.module.css'

export const NewPasswordPage = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  return (
    <main className={classes.page}>
      <Card title={t('password.demandedTitle')} intro={t('password.demandedText')}>
        <PasswordForm username={profile.username} submit={t('password.goOn')} isDemanded />
      </Card>
    </main>
  )
}
