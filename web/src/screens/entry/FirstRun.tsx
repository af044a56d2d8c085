import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SetupPage } from '../../operations/setup/SetupPage.tsx'
import { StarterField } from '../../operations/starter/StarterField.tsx'
import classes from './FirstRun.module.css'

const RestorePage = lazy(() =>
  import('../../operations/setup/RestorePage.tsx').then((page) => ({ default: page.RestorePage })),
)

export const FirstRun = () => {
  const { t } = useTranslation()
  const [isRestore, setIsRestore] = useState(false)
  return (
    <div className={classes.page}>
      {isRestore ? (
        <Suspense>
          <RestorePage />
        </Suspense>
      ) : (
        <SetupPage StarterField={StarterField} />
      )}
      <Button variant="subtle" onClick={() => setIsRestore(!isRestore)}>
        {t(isRestore ? 'setupRestore.back' : 'setupRestore.open')}
      </Button>
    </div>
  )
}
