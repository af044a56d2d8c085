import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { useAoiKind } from '../../core/aoi/data.ts'
import { ShowOnMap } from '../../screens/details/ShowOnMap.tsx'
import { Details, detailsTitle } from '../../screens/panels/Drawer.tsx'
import { FormBody } from '../../screens/panels/FormBody.tsx'
import { formTitle } from '../../screens/panels/form-title.ts'
import { PanelActions } from '../../screens/panels/PanelActions.tsx'
import { PanelBody } from '../../screens/panels/PanelBody.tsx'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import {
  closeDetails,
  leaveForm,
  type Panel,
  panelOf,
  previousPanel,
  selectedId,
  shownForm,
} from '../../screens/workspace/workspace.ts'
import { useReturnFocus } from '../../ui/browser/use-return-focus.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from './PhonePopup.module.css'

export const PhonePopup = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const panel = panelOf(workspace, path)
  const kind = useAoiKind(selectedId(workspace, 'aoi'))
  const form = shownForm(workspace, path)
  // A form is hidden but stays mounted while its place is set on the map.
  const isAside = (form !== undefined || panel === 'edituser') && workspace.view === 'place'
  const popup = useRef<HTMLElement>(null)
  const trapped = useMergedRef(popup, useFocusTrap(!isAside))
  useReturnFocus(popup, form ?? workspace.selected ?? panel)
  const isCard = !form && (workspace.selected !== undefined || panel === 'closed')
  const title = form ? t(formTitle(form)) : isCard ? t(detailsTitle(workspace, kind)) : t(`panel.${panel as Panel}`)
  const isPanel = !form && !isCard
  const leavePanel = { ...previousPanel(workspace), panel: undefined }
  const close = () => go(form ? leaveForm : isCard ? closeDetails(workspace, kind) : leavePanel)
  return (
    <section
      ref={trapped}
      className={classes.popup}
      data-aside={isAside || undefined}
      role="dialog"
      aria-modal
      aria-label={title}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <header className={classes.header}>
        {isPanel && workspace.back && (
          <IconButton
            icon={IconArrowLeft}
            label={t('panel.previous', { title: t(`panel.${workspace.back}`) })}
            size={44}
            className={classes.mirrored}
            onClick={() => go(previousPanel(workspace))}
          />
        )}
        <h2 className={classes.title} tabIndex={-1} data-autofocus>
          {title}
        </h2>
        {isPanel && <PanelActions panel={panel as Panel} profile={profile} />}
        {isCard && <ShowOnMap />}
        <IconButton icon={IconX} label={t('word.close')} size={44} onClick={close} />
      </header>
      <div className={classes.body}>
        {form ? (
          <FormBody form={form} profile={profile} />
        ) : isCard ? (
          <Details profile={profile} />
        ) : (
          <PanelBody panel={panel as Panel} profile={profile} />
        )}
      </div>
    </section>
  )
}
