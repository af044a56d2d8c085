import { useComputedColorScheme } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/i18n.ts'
import MapView from './MapView.tsx'

type Props = Omit<ComponentProps<typeof MapView>, 'language' | 'theme' | 'labels' | 'isAside'>

export const SmallMap = (props: Props) => {
  const { t } = useTranslation()
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return (
    <MapView {...props} isAside language={currentLanguage()} theme={theme} labels={t('map', { returnObjects: true })} />
  )
}
