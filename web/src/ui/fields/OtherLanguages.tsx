import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './OtherLanguages.module.css'

type Props = {
  /** Label of the translated text. */
  name: string
  /** Whether a translation exists, so that the fields start open. */
  isUsed: boolean
  children: ReactNode
}

/** Fields for all languages but the main one, collapsed until the user opens them. */
export const OtherLanguages = ({ name, isUsed, children }: Props) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(isUsed)
  if (isOpen) return children
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconLanguage size={18} stroke={1.75} />}
      className={classes.translate}
      onClick={() => setIsOpen(true)}
    >
      {t('word.translate', { name })}
    </Button>
  )
}
