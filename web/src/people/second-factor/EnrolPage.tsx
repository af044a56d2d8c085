import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { useRefreshProfile } from './data.ts'
import { EnrolSteps } from './EnrolSteps.tsx'
import classes from './SecondFactor.module.css'

export const EnrolPage = ({ onDone, onLogOut }: { onDone: () => void; onLogOut: () => void }) => {
  const { t } = useTranslation()
  const refresh = useRefreshProfile()
  return (
    <main className={classes.page}>
      <Card title={t('secondFactor.requiredTitle')} intro={t('secondFactor.requiredText')}>
        <EnrolSteps onDone={() => refresh().then(onDone)} onLogOut={onLogOut} />
      </Card>
    </main>
  )
}
