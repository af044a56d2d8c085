import { useTranslation } from 'react-i18next'
import { backupsEnd, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ConfirmInPlace } from './ConfirmInPlace.tsx'

type Props = { follow: string; backupDays: number | null; onErased: () => void }

export const EraseDetails = ({ follow, backupDays, onErased }: Props) => {
  const { t } = useTranslation()
  const backupNote =
    backupDays === null
      ? t('visitor.backupsByHand')
      : t('visitor.backupsUntil', {
          date: formatDate(backupsEnd(new Date(), { erasedInDays: 0, backupDays }), currentLanguage()),
        })
  const erase = async () => {
    await call(visitorApi.erase, { body: { follow } })
    forgetDrafts()
    onErased()
  }
  return (
    <ConfirmInPlace
      label={t('visitor.erase')}
      text={`${t('visitor.eraseText')} ${backupNote}`}
      confirm={t('visitor.eraseNow')}
      isCard
      onConfirm={erase}
    />
  )
}

/** Deletes drafts in this tab, which contain the name and phone number too. */
const forgetDrafts = () => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('draft.visitor.')) sessionStorage.removeItem(name)
}
