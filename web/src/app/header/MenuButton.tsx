import { IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import type { MainMenuProps } from './MainMenu.tsx'

const load = () => import('./MainMenu.tsx')
/** Ignores a failed prefetch, because opening the menu loads again and shows the failure. */
const prefetch = () => load().catch(() => {})
const MainMenu = lazy(() => load().then((file) => ({ default: file.MainMenu })))

/** The button is loaded with the page; its menu is prefetched when the pointer or the focus reaches the button. */
export const MenuButton = (props: MainMenuProps) => {
  const { t } = useTranslation()
  const [isRequested, setIsRequested] = useState(false)
  const button = (
    <IconButton
      icon={IconMenu2}
      label={t('menu.open')}
      size={44}
      aria-haspopup="menu"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => setIsRequested(true)}
    />
  )
  return isRequested ? (
    <Suspense fallback={button}>
      <MainMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}
