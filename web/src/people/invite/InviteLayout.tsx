import { MantineProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '../../ui/icons/Mark.tsx'
import { LanguageSelect } from '../../ui/theme/Preferences.tsx'
import { themeFor } from '../../ui/theme/theme.ts'
import classes from './InviteLayout.module.css'

/** Always dark: visitors open the page from chats and on screens of others, so their own theme is unknown. */
export const InviteLayout = ({ primary, children }: { primary?: string | undefined; children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <MantineProvider theme={useMemo(() => themeFor(primary), [primary])} forceColorScheme="dark">
      <div className={classes.page}>
        <header className={classes.header}>
          <span className={classes.brand}>
            <Mark />
            {t('product')}
          </span>
          <LanguageSelect size="xs" />
        </header>
        <main className={classes.main}>{children}</main>
      </div>
    </MantineProvider>
  )
}
