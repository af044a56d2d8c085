import { IconMessageCircle, IconPhone } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icons/IconButton.tsx'
import { ChatTemplate, chatLink } from './chat.ts'
import { PhoneDialog } from './PhoneDialog.tsx'

type Props = {
  /** Undefined if there is no contact, as in a group without a leader. */
  name: string | undefined
  phone: string | null
}

/** Buttons to call and to chat. Without a phone number they are disabled and say why. */
export const ContactButtons = ({ name, phone }: Props) => {
  const { t } = useTranslation()
  const [isCalling, setIsCalling] = useState(false)
  const chat = chatLink(phone, useContext(ChatTemplate))
  const reason = chat ? undefined : t('phone.none')
  return (
    <>
      <IconButton
        icon={IconMessageCircle}
        label={name === undefined ? t('phone.chat') : t('phone.chatWith', { name })}
        barred={reason}
        onClick={() => window.open(chat, '_blank', 'noopener,noreferrer')}
      />
      <IconButton
        icon={IconPhone}
        label={name === undefined ? t('phone.call') : t('phone.callNamed', { name })}
        barred={reason}
        onClick={() => setIsCalling(true)}
      />
      {phone && <PhoneDialog isOpen={isCalling} name={name ?? ''} phone={phone} onClose={() => setIsCalling(false)} />}
    </>
  )
}
