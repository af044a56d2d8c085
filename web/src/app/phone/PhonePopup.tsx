import { useFocusTrap } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { IconButton } from '../../ui/IconButton.tsx'
import { Details, detailsTitle } from '../side/Drawer.tsx'
import { PanelActions } from '../side/PanelActions.tsx'
import { PanelBody } from '../side/PanelBody.tsx'
import { useWorkspace } from '../use-workspace.ts'
import { closeDetails, panelOf, previousPanel } from '../workspace.ts'
import classes from './PhonePopup.module.css'

/** Fills the screen with one thing: the profile, a card, a form. */
export const PhonePopup = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const focus = useFocusTrap()
  const panel = panelOf(workspace, path)
  const isCard = workspace.selected !== undefined || panel === 'closed'
  const title = isCard ? t(detailsTitle(workspace)) : t(`panel.${panel}`)
  const close = () => go(isCard ? closeDetails(workspace) : previousPanel(workspace))
  return (
    <section
      ref={focus}
      className={classes.popup}
      role="dialog"
      aria-modal
      aria-label={title}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <header className={classes.header}>
        <h2 className={classes.title} tabIndex={-1} data-autofocus>
          {title}
        </h2>
        {!isCard && <PanelActions panel={panel} profile={profile} />}
        <IconButton icon={IconX} label={t('word.close')} size={44} onClick={close} />
      </header>
      <div className={classes.body}>
        {isCard ? <Details profile={profile} /> : <PanelBody panel={panel} profile={profile} />}
      </div>
    </section>
  )
}
