import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import classes from './BackToCard.module.css'

export const BackToCard = () => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  return (
    <Button
      className={classes.back}
      leftSection={<IconArrowBackUp size={18} stroke={1.75} />}
      onClick={() => go({ ...workspace, view: undefined })}
    >
      {t('panel.backToCard')}
    </Button>
  )
}
