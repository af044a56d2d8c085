import { IconFileSearch, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWorkspace } from '../use-workspace.ts'
import classes from './Drawer.module.css'

/** What is selected, at the end side, beside the sidebar (behaviour 48). */
export const Drawer = () => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  if (!workspace.selected) return null
  return (
    <section className={classes.drawer} aria-label={t('panel.details')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('panel.details')}</h2>
        <IconButton
          icon={IconX}
          label={t('word.close')}
          onClick={() => go({ ...workspace, selected: undefined })}
        />
      </header>
      <Details />
    </section>
  )
}

export const Details = () => {
  const { t } = useTranslation()
  return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
}
