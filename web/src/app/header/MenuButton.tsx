import { IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import type { MainMenuProps } from './MainMenu.tsx'

const load = () => import('./MainMenu.tsx')
/** A failure shows when the menu is really wanted. */
const prefetch = () => load().catch(() => {})
const MainMenu = lazy(() => load().then((file) => ({ default: file.MainMenu })))

/** The button is there with the page; what it opens comes when a hand moves towards it. */
export const MenuButton = (props: MainMenuProps) => {
  const { t } = useTranslation()
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <IconButton
      icon={IconMenu2}
      label={t('menu.open')}
      size={44}
      aria-haspopup="menu"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => setIsWanted(true)}
    />
  )
  return isWanted ? (
    <Suspense fallback={button}>
      <MainMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}
