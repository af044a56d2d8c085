import { IconUnlink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { InviteLayout } from './InviteLayout.tsx'
import classes from './InvitePage.module.css'

/** Where an invitation's link leads. A link that nothing answers to gets one clear page. */
export const InvitePage = () => {
  const { t } = useTranslation()
  return (
    <InviteLayout>
      <section className={classes.page}>
        <IconUnlink size={40} stroke={1.5} aria-hidden />
        <h1 className={classes.title}>{t('invite.title')}</h1>
        <p className={classes.text}>{t('invite.text')}</p>
        <a className={classes.link} href="/login">
          {t('invite.signIn')}
        </a>
      </section>
    </InviteLayout>
  )
}
