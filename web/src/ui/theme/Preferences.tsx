import { type MantineColorScheme, NativeSelect, type NativeSelectProps, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract'
import { chooseLanguage, currentLanguage } from '../../i18n/i18n.ts'

type Props = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'>
type LanguageProps = Props & {
  choose?: (language: Language) => Promise<void>
  onChosen?: (language: Language) => void
}

const languageChoices = Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))

export const LanguageSelect = ({ choose = chooseLanguage, onChosen, ...props }: LanguageProps) => {
  const { t } = useTranslation()
  const select = async (language: Language) => {
    await choose(language)
    onChosen?.(language)
  }
  return (
    <NativeSelect
      aria-label={t('language.label')}
      {...props}
      data={languageChoices}
      value={currentLanguage()}
      onChange={(event) => select(event.currentTarget.value as Language)}
    />
  )
}

export const ThemeSelect = (props: Props) => {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <NativeSelect
      aria-label={t('theme.label')}
      {...props}
      data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
      value={colorScheme}
      onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
    />
  )
}
