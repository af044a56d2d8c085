import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordToggleIcon } from '../ui/fields/PasswordToggleIcon.tsx'

/** The member's own password, for confirmation. */
export const PasswordField = (props: Pick<PasswordInputProps, 'value' | 'error' | 'onChange'>) => {
  const { t } = useTranslation()
  return (
    <PasswordInput
      label={t('secondFactor.password')}
      autoComplete="current-password"
      withAsterisk
      data-autofocus
      visibilityToggleIcon={PasswordToggleIcon}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      {...props}
    />
  )
}
