import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordToggleIcon } from './PasswordToggleIcon.tsx'

export const PasswordField = (props: PasswordInputProps) => {
  const { t } = useTranslation()
  return (
    <PasswordInput
      visibilityToggleIcon={PasswordToggleIcon}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      {...props}
    />
  )
}
