import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SetupPage.module.css'
import { SetupPage } from './SetupPage.tsx'

const RestorePage = lazy(() => import('./RestorePage.tsx').then((page) => ({ default: page.RestorePage })))

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
        <SetupPage />
      )}
      <Button variant="subtle" onClick={() => setIsRestore(!isRestore)}>
        {t(isRestore ? 'setupRestore.back' : 'setupRestore.open')}
      </Button>
    </div>
  )
}
