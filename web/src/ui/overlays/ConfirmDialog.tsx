import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { useTranslation } from 'react-i18next'
import classes from './ConfirmDialog.module.css'

type Props = {
  isOpen: boolean
  title: string
  message?: string
  yes: string
  color?: string
  isBusy?: boolean
  onYes: () => void
  onCancel: () => void
}

/** Asks before what cannot be undone. Escape and the ground behind it mean no. */
export const ConfirmDialog = ({ isOpen, title, message, yes, color = 'primary', isBusy, onYes, onCancel }: Props) => {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={onCancel}
      title={title}
      size={290}
      centered
      withCloseButton={false}
      classNames={{ title: classes.title }}
      transitionProps={{ transition: 'pop', duration: 150 }}
    >
      {message && <p className={classes.message}>{message}</p>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t('word.cancel')}
        </Button>
        <Button color={color} loading={isBusy} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Modal>
  )
}
