import { createTheme, type MantineThemeOverride } from '@mantine/core'
import { shadesOf } from './colour.ts'

export const DEFAULT_PRIMARY = '#1f5fbf'

export const themeFor = (primary = DEFAULT_PRIMARY): MantineThemeOverride =>
  createTheme({
    colors: {
      primary: shadesOf(primary),
      // On Mantine's own red (shade 6), white text has a contrast of only 3.3.
      red: shadesOf('#c92a2a'),
      // Cool greys, to match the dark map.
      dark: [
        '#d8dce3',
        '#b7bdc8',
        '#949ba8',
        '#6b7280',
        '#484e5a',
        '#383d47',
        '#2a2e36',
        '#1e2128',
        '#17191f',
        '#101217',
      ],
    },
    primaryColor: 'primary',
    primaryShade: { light: 6, dark: 6 },
    fontFamily: "'Rubik Variable', system-ui, sans-serif",
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.3' },
        h2: { fontSize: '1rem', lineHeight: '1.35' },
        h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      },
    },
    lineHeights: { md: '1.45' },
    defaultRadius: 'md',
    radius: { md: '0.4375rem' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Dropdowns appear above everything, including a phone's full-screen popup.
      Combobox: { defaultProps: { zIndex: 400 } },
      // Keeps tall dialogs clear of the notch and the home bar.
      Modal: {
        defaultProps: {
          yOffset: 'max(5dvh, env(safe-area-inset-top), env(safe-area-inset-bottom))',
          xOffset: 'max(5vw, env(safe-area-inset-left), env(safe-area-inset-right))',
        },
      },
    },
  })
