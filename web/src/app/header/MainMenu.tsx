import { Menu } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconArchive,
  IconBellRinging,
  IconCalendarEvent,
  IconClipboardCheck,
  IconInfoCircle,
  IconListCheck,
  IconLogout,
  IconMapPin,
  IconMenu2,
  IconRadar2,
  IconSettings,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MenuItem, mayEver, menuFor, type Profile } from '#contract'
import { useGroups } from '../../core/community/data.ts'
import { useWarnings } from '../../exchange/warning/data.ts'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { actorOf, useChangeProfile, useLogOut } from '../../people/user/data.ts'
import { useReviewStatus } from '../../public/review/data.ts'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { openList } from '../phone/open-list.ts'
import classes from './MainMenu.module.css'
import { labelOf, targetOf } from './menu.ts'

const icons = {
  events: IconMapPin,
  activities: IconCalendarEvent,
  alarms: IconBellRinging,
  warnings: IconAlertTriangle,
  review: IconClipboardCheck,
  groups: IconUsersGroup,
  sensors: IconRadar2,
  archived: IconArchive,
  profile: IconUser,
  team: IconUsers,
  settings: IconSettings,
  gettingStarted: IconListCheck,
  about: IconInfoCircle,
} satisfies Record<MenuItem, unknown>

/** Mounted open, because the first click on the button loads the menu. */
export type MainMenuProps = { profile: Profile; isOffline: boolean; onAbout: () => void }

export const MainMenu = ({ profile, isOffline, onAbout }: MainMenuProps) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const logOut = useLogOut()
  const changeProfile = useChangeProfile()
  const { data: groups } = useGroups()
  const hasWarnings = useWarnings().data?.hasFeeds ?? false
  const mayReview = mayEver(actorOf(profile), 'report.review')
  const review = useReviewStatus({ enabled: mayReview }).data
  const world = { hasGroups: (groups?.length ?? 0) > 0, hasWarnings, mayReview, isOffline }
  const [isOpen, setIsOpen] = useState(true)
  // Handles Escape on the window, because the menu takes a moment to receive the focus on slow devices.
  useWindowEvent('keydown', (event) => event.key === 'Escape' && setIsOpen(false))
  const choose = (item: MenuItem) => {
    if (item === 'about') return onAbout()
    if (item === 'gettingStarted') changeProfile.mutate({ hidesGettingStarted: false }, { onError: toastProblem })
    const { to, search } = targetOf(item, { workspace, path, isOffline })
    go(search, to)
    if (item !== 'profile' && search.view === undefined) openList()
  }
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      offset={4}
      width={220}
      shadow="md"
      transitionProps={{ duration: 120 }}
    >
      <Menu.Target>
        <IconButton icon={IconMenu2} label={t('menu.open')} size={44} />
      </Menu.Target>
      <Menu.Dropdown>
        {menuFor(profile.type, world).map((item, place) => {
          const Icon = icons[item]
          return (
            <Menu.Item
              key={item}
              className={classes.item}
              data-autofocus={place === 0 || undefined}
              leftSection={<Icon size={20} stroke={1.75} />}
              rightSection={
                item === 'review' && review && review.waiting > 0
                  ? formatNumber(review.waiting, currentLanguage())
                  : undefined
              }
              onClick={() => choose(item)}
            >
              {t(labelOf(item, path))}
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        <Menu.Item
          className={classes.item}
          leftSection={<IconLogout size={20} stroke={1.75} />}
          onClick={() => logOut.mutate()}
        >
          {t('menu.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
