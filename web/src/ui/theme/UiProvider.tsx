import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import './ui.css'
import { printInLight } from '../browser/print.ts'
import { themeFor } from './theme.ts'

/** theme.js reads the same key, before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'theme' })

export const UiProvider = ({ primary, children }: { primary?: string; children: ReactNode }) => {
  useEffect(printInLight, [])
  return (
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
}
