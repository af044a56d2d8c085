import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicService } from '#contract'
import { titleOf } from '../i18n/names.ts'
import { Mark } from '../ui/icons/Mark.tsx'
import { LanguageSelect } from '../ui/theme/Preferences.tsx'
import { UiProvider } from '../ui/theme/UiProvider.tsx'
import classes from './VisitorLayout.module.css'

/** The frame of a service's public pages: name, logo and colour. */
export const VisitorLayout = ({ service, children }: { service?: PublicService; children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <UiProvider primary={service?.colours.primary}>
      <div className={classes.page}>
        <header className={classes.header}>
          <span className={classes.brand}>
            {service?.logo ? <img className={classes.logo} src={service.logo} alt="" /> : <Mark />}
            <bdi className={classes.title}>{service ? titleOf(service) : t('product')}</bdi>
          </span>
          <LanguageSelect size="xs" className={classes.language} />
        </header>
        <main className={classes.main}>{children}</main>
      </div>
    </UiProvider>
  )
}

/** The link was replaced, or not copied completely. */
export const LinkGone = () => {
  const { t } = useTranslation()
  return (
    <section className={classes.gone}>
      <h1>{t('visitor.gone')}</h1>
      <p>{t('visitor.goneText')}</p>
    </section>
  )
}
