import type { PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'

export const OwnPasswordField = (props: Pick<PasswordInputProps, 'value' | 'error' | 'onChange'>) => {
  const { t } = useTranslation()
  return (
    <PasswordField
      label={t('secondFactor.password')}
      autoComplete="current-password"
      withAsterisk
      data-autofocus
      {...props}
    />
  )
}
