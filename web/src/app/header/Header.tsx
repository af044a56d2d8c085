import { VisuallyHidden } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, initialOf, type Profile, type Settings } from '#contract'
import { useSharedCount } from '../../core/aoi/data.ts'
import { formatNumber, formatTime } from '../../i18n/format.ts'
import { currentLanguage, withTexts } from '../../i18n/i18n.ts'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { openPanel } from '../../screens/workspace/workspace.ts'
import { useFirstViewShown } from '../../ui/browser/first-view-shown.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { Mark } from '../../ui/icons/Mark.tsx'
import { Avatar } from '../../ui/images/Avatar.tsx'
import classes from './Header.module.css'
import { LiveSign } from './LiveSign.tsx'
import { MenuButton } from './MenuButton.tsx'

const AboutDialog = lazy(
  withTexts(['admin'], () => import('./AboutDialog.tsx').then((dialog) => ({ default: dialog.AboutDialog }))),
)

export const Header = ({ profile, settings }: { profile: Profile; settings: Settings }) => {
  const isWide = useIsWide()
  const [isAboutOpen, setIsAboutOpen] = useState(false)
  const { service } = profile
  const title = titleOf(service)
  return (
    <header className={classes.header}>
      <MenuButton profile={profile} isOffline={settings.offlineMode} onAbout={() => setIsAboutOpen(true)} />
      <div className={classes.service}>
        <Logo src={service.logo} />
        <h1 className={classes.title} title={title} dir="auto">
          {title}
        </h1>
      </div>
      <LiveSign />
      <Clock />
      {isWide ? (
        <Person profile={profile} isOffline={settings.offlineMode} />
      ) : (
        <>
          <SharedWithMe isOffline={settings.offlineMode} />
          <PhoneAvatar profile={profile} />
        </>
      )}
      {isAboutOpen && (
        <Suspense>
          <AboutDialog profile={profile} settings={settings} onClose={() => setIsAboutOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

const Logo = ({ src }: { src: string | null }) => {
  const isFirstViewShown = useFirstViewShown()
  return src && isFirstViewShown ? <img className={classes.logo} src={src} alt="" /> : <Mark size={30} />
}

const useShowShared = (isOffline: boolean) => {
  const { workspace, go } = useWorkspace()
  const { from, to } = workspace
  return () => go({ from, to, panel: 'events', filter: 'shared' }, isOffline ? '/sensors' : '/')
}

const Person = ({ profile, isOffline }: { profile: Profile; isOffline: boolean }) => {
  const { t } = useTranslation()
  const showShared = useShowShared(isOffline)
  const { data: shared = 0 } = useSharedCount()
  const name = displayName(profile)
  const role = profile.role ? nameOf(profile.role) : undefined
  return (
    <button type="button" className={classes.person} onClick={showShared}>
      <span className={classes.name}>
        <span className={classes.nameText} title={name} dir="auto">
          {name}
        </span>
        {shared > 0 && (
          <span className={classes.badge} title={t('header.sharedWithMe', { count: shared })}>
            <IconShare size={14} stroke={2} aria-hidden />
            <span aria-hidden>{formatNumber(shared, currentLanguage())}</span>
            <VisuallyHidden>{t('header.sharedWithMe', { count: shared })}</VisuallyHidden>
          </span>
        )}
      </span>
      <span className={classes.role} title={role} dir="auto">
        {role ?? t(`userType.${profile.type}`)}
      </span>
    </button>
  )
}

/**
 * Opens the list of shared events on a phone. On a desktop the member's name opens it, for which a phone's header has
 * no room.
 */
const SharedWithMe = ({ isOffline }: { isOffline: boolean }) => {
  const { t } = useTranslation()
  const { data: shared = 0 } = useSharedCount()
  const showShared = useShowShared(isOffline)
  if (shared === 0) return null
  return (
    <button
      type="button"
      className={classes.shared}
      aria-label={t('header.sharedWithMe', { count: shared })}
      onClick={showShared}
    >
      <span className={classes.badge}>
        <IconShare size={14} stroke={2} aria-hidden />
        {formatNumber(shared, currentLanguage())}
      </span>
    </button>
  )
}

const PhoneAvatar = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  return (
    <button
      type="button"
      className={classes.avatar}
      aria-label={`${t('menu.profile')}: ${displayName(profile)}`}
      onClick={() => go(openPanel(workspace, path, 'edituser'))}
    >
      <Avatar photo={profile.photo} initial={initialOf(profile)} size={36} />
    </button>
  )
}

const REFRESH_MS = 500

const Clock = () => {
  const { t } = useTranslation()
  const [time, setTime] = useState(() => formatTime(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setTime(formatTime(new Date())), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className={classes.clock} title={t('header.clock')}>
      {time}
    </time>
  )
}
