import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ErrorPage.module.css'

/** Renders without header and workspace, so that it works when they fail. */
export const ErrorPage = ({ kind }: { kind: 'notFound' | 'error' }) => {
  const { t } = useTranslation()
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>{t(`errorPage.${kind}`)}</h1>
      <p className={classes.text}>{t(`errorPage.${kind}Text`)}</p>
      <div className={classes.ways}>
        {kind === 'error' && (
          <Button variant="default" onClick={() => location.reload()}>
            {t('errorPage.reload')}
          </Button>
        )}
        <Button component="a" href="/">
          {t('word.home')}
        </Button>
      </div>
    </main>
  )
}
