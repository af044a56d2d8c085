import { useTranslation } from 'react-i18next'
import { backupsEnd } from '#contract'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useSettings } from '../../people/setting/data.ts'

const ERASED_IN_DAYS = 30

export const useBackupNote = (erasedInDays = ERASED_IN_DAYS): string => {
  const { t } = useTranslation()
  const backupDays = useSettings().data?.backupDays ?? null
  if (backupDays === null) return t('backupNote.byHand')
  const end = backupsEnd(new Date(), { erasedInDays, backupDays })
  return t('backupNote.until', { date: formatDate(end, currentLanguage()) })
}
