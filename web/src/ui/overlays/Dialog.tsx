import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = Omit<ModalProps, 'opened' | 'centered' | 'closeButtonProps'> & { opened?: boolean }

export const Dialog = (props: Props) => {
  const { t } = useTranslation()
  return <Modal opened centered closeButtonProps={{ 'aria-label': t('word.close') }} {...props} />
}
