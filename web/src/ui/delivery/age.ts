import { useTranslation } from 'react-i18next'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'

export const useAge = () => {
  const { t } = useTranslation()
  return (time: string) => isolated(formatRelative(new Date(time), new Date(), t, currentLanguage()))
}
