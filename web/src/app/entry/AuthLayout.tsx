import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '../../ui/icons/Mark.tsx'
import { LanguageSelect, ThemeSelect } from '../../ui/theme/Preferences.tsx'
import classes from './AuthLayout.module.css'

export const AuthLayout = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <Mark />
          {t('product')}
        </span>
        <div className={classes.preferences}>
          <LanguageSelect size="xs" />
          <ThemeSelect size="xs" />
        </div>
      </header>
      <main className={classes.main}>{children}</main>
      <footer className={classes.footer} dir="ltr">
        {t('login.footer', { year: new Date().getFullYear() })}
      </footer>
    </div>
  )
}
