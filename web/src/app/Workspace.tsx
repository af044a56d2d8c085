import { lazy, Suspense, useMemo } from 'react'
import type { Profile, Settings } from '#contract'
import { MainLanguage } from '../i18n/main-language.ts'
import { titleOf } from '../i18n/names.ts'
import { Sidebar } from '../screens/panels/Sidebar.tsx'
import { lazyAfterFirstView } from '../screens/workspace/lazy-after-first-view.ts'
import { useWorkspace } from '../screens/workspace/use-workspace.ts'
import { useIsWide } from '../ui/browser/wide.ts'
import { ChatTemplate } from '../ui/contact/chat.ts'
import { Services } from '../ui/lists/other-service.ts'
import { Footer } from './footer/Footer.tsx'
import { Header } from './header/Header.tsx'
import { Keys } from './keys/Keys.tsx'
import { LiveUpdates } from './LiveUpdates.ts'
import { PhoneWorkspace } from './phone/PhoneWorkspace.tsx'
import { SignedIn } from './SignedIn.tsx'
import { Stage } from './Stage.tsx'
import { useDefaultView } from './use-default-view.ts'
import classes from './Workspace.module.css'

const Drawer = lazy(() => import('../screens/panels/Drawer.tsx').then((file) => ({ default: file.Drawer })))

const SensorNotices = lazyAfterFirstView('SensorNotices')
const Device = lazyAfterFirstView('Device')

const ShareLocation = lazy(() =>
  import('../people/user/ShareLocation.tsx').then((file) => ({ default: file.ShareLocation })),
)

const NoticeBar = lazy(() => import('../people/setting/NoticeBar.tsx').then((file) => ({ default: file.NoticeBar })))

export const Workspace = () => (
  <SignedIn fallback={<WorkspaceFrame />}>
    {({ profile, settings }) => <LoadedWorkspace profile={profile} settings={settings} />}
  </SignedIn>
)

const WorkspaceFrame = () => (
  <div className={classes.frame} aria-busy>
    <div className={classes.header} />
    <main className={classes.stage} />
    <div className={classes.footer} />
  </div>
)

const useServices = ({ service, providedServices }: Profile) =>
  useMemo(
    () => ({ own: service._id, others: new Map(providedServices.map((one) => [one._id, titleOf(one)])) }),
    [service, providedServices],
  )

const LoadedWorkspace = ({ profile, settings }: { profile: Profile; settings: Settings }) => {
  const isWide = useIsWide()
  const hasSelection = useWorkspace().workspace.selected !== undefined
  const { isDecided } = useDefaultView(profile)
  const services = useServices(profile)
  if (!isDecided) return <WorkspaceFrame />
  return (
    <ChatTemplate value={profile.service.chatTemplate}>
      <MainLanguage value={profile.service.mainLanguage}>
        <Services value={services}>
          <div className={classes.frame}>
            <div>
              <Header profile={profile} settings={settings} />
              {settings.notices.length > 0 && (
                <Suspense>
                  <NoticeBar notices={settings.notices} />
                </Suspense>
              )}
            </div>
            <main className={classes.stage}>
              <Stage profile={profile} isWide={isWide} />
              {isWide ? (
                <>
                  <Sidebar profile={profile} />
                  {hasSelection && (
                    <Suspense>
                      <Drawer profile={profile} />
                    </Suspense>
                  )}
                </>
              ) : (
                <PhoneWorkspace profile={profile} />
              )}
              <Suspense>
                <Device profile={profile} />
              </Suspense>
            </main>
            {isWide && <Footer profile={profile} />}
            <LiveUpdates me={profile} />
            <Suspense>
              <SensorNotices />
            </Suspense>
            <Keys />
            {profile.enableGpsLocation && (
              <Suspense>
                <ShareLocation />
              </Suspense>
            )}
          </div>
        </Services>
      </MainLanguage>
    </ChatTemplate>
  )
}
