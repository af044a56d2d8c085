import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '../ui/Mark.tsx'
import { LanguageSelect } from '../ui/Preferences.tsx'
import classes from './InviteLayout.module.css'

/** Dark whatever the theme: the page is met on posters and in chats, not in the workspace. */
export const InviteLayout = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <Mark />
          {t('product')}
        </span>
        <LanguageSelect size="xs" classNames={{ input: classes.select }} />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
