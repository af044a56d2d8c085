import { useTranslation } from 'react-i18next'
import { visitorApi } from '#contract'
import { call } from '../api/call.ts'
import { ConfirmInPlace } from './ConfirmInPlace.tsx'

/** Erases the visitor's name and phone number. */
export const EraseDetails = ({ follow, onErased }: { follow: string; onErased: () => void }) => {
  const { t } = useTranslation()
  const erase = async () => {
    await call(visitorApi.erase, { body: { follow } })
    forgetDrafts()
    onErased()
  }
  return (
    <ConfirmInPlace
      label={t('visitor.erase')}
      text={t('visitor.eraseText')}
      confirm={t('visitor.eraseNow')}
      isCard
      onConfirm={erase}
    />
  )
}

/** Drafts in this tab contain the name and phone number too. */
const forgetDrafts = () => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('draft.visitor.')) sessionStorage.removeItem(name)
}
