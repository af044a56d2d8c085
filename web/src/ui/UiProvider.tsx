import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import './ui.css'
import { themeFor } from './theme.ts'

/** The key is also read by theme.js before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'theme' })

export const UiProvider = ({ primary, children }: { primary?: string; children: ReactNode }) => (
  <DirectionProvider>
    <MantineProvider
      theme={useMemo(() => themeFor(primary), [primary])}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
    >
      {children}
    </MantineProvider>
  </DirectionProvider>
)
