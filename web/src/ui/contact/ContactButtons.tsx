import { IconMessageCircle, IconPhone } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icons/IconButton.tsx'
import { ChatTemplate, chatLink } from './chat.ts'
import { PhoneDialog } from './PhoneDialog.tsx'

/** Buttons to call and to chat; nothing without a phone number. */
export const ContactButtons = ({ name, phone }: { name: string; phone: string | null }) => {
  const { t } = useTranslation()
  const [isCalling, setIsCalling] = useState(false)
  const chat = chatLink(phone, useContext(ChatTemplate))
  return (
    <>
      <IconButton
        icon={IconMessageCircle}
        label={t('aoi.chat', { name })}
        disabled={!chat}
        onClick={() => window.open(chat, '_blank', 'noopener,noreferrer')}
      />
      <IconButton
        icon={IconPhone}
        label={t('aoi.phone', { name })}
        disabled={!phone}
        onClick={() => setIsCalling(true)}
      />
      {phone && <PhoneDialog isOpen={isCalling} name={name} phone={phone} onClose={() => setIsCalling(false)} />}
    </>
  )
}
