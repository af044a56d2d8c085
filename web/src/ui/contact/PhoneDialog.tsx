import { Button } from '@mantine/core'
import { IconCopy, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../overlays/Dialog.tsx'
import { toast, toastProblem } from '../overlays/toast.ts'
import classes from './PhoneDialog.module.css'
import { telLink } from './PhoneLink.tsx'

type Props = { isOpen: boolean; name: string; phone: string; onClose: () => void }

export const PhoneDialog = ({ isOpen, name, phone, onClose }: Props) => {
  const { t } = useTranslation()
  const copy = () =>
    navigator.clipboard
      .writeText(phone)
      .then(() => toast({ message: t('phone.copied') }))
      .catch(toastProblem)
  return (
    <Dialog opened={isOpen} onClose={onClose} title={<bdi>{name}</bdi>} size={300}>
      <p className={classes.number}>
        <bdi dir="ltr">{phone}</bdi>
      </p>
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} />} onClick={copy}>
          {t('phone.copy')}
        </Button>
        <Button component="a" href={telLink(phone)} leftSection={<IconPhone size={18} stroke={1.75} />}>
          {t('phone.call')}
        </Button>
      </div>
    </Dialog>
  )
}
