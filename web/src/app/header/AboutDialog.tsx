import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile, type Settings } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { titleOf } from '../../i18n/names.ts'
import { actorOf } from '../../people/user/data.ts'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { openPanel } from '../../screens/workspace/workspace.ts'
import { Mark } from '../../ui/icons/Mark.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import classes from './AboutDialog.module.css'

const TermsEditor = lazy(
  withTexts(['people', 'work'], () =>
    import('../../people/setting/TermsEditor.tsx').then((file) => ({ default: file.TermsEditor })),
  ),
)

type Props = { profile: Profile; settings: Settings; onClose: () => void }

export const AboutDialog = ({ profile, settings, onClose }: Props) => {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const { logo } = profile.service
  const title = titleOf(profile.service)
  const { workspace, path, go } = useWorkspace()
  const openServerSettings = () => {
    onClose()
    go({ ...openPanel(workspace, path, 'serversettings'), tab: 'server' })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('about.title')}
      size={380}
      transitionProps={{ transition: 'pop', duration: 150 }}
    >
      <div className={classes.about}>
        {logo ? <img className={classes.logo} src={logo} alt={title} /> : <p className={classes.service}>{title}</p>}
        <p className={classes.product}>
          <Mark size={20} />
          {t('product')}
        </p>
        <dl className={classes.facts}>
          <dt>{t('about.server')}</dt>
          <dd dir="auto">{settings.name || t('about.standalone')}</dd>
          <dt>{t('about.version')}</dt>
          <dd>
            <bdi>{settings.version}</bdi>
          </dd>
        </dl>
        <p className={classes.year} dir="ltr">
          © {new Date().getFullYear()}
        </p>
      </div>
      {mayEver(actorOf(profile), 'service.edit') && (
        <Button variant="default" fullWidth mt="md" onClick={() => setIsEditing(true)}>
          {t('terms.title')}
        </Button>
      )}
      {isEditing && (
        <Suspense>
          <TermsEditor settings={settings} serviceTitle={title} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
      {mayEver(actorOf(profile), 'server.edit') && (
        <Button variant="default" fullWidth mt="xs" onClick={openServerSettings}>
          {t('serverSettings.title')}
        </Button>
      )}
    </Dialog>
  )
}
