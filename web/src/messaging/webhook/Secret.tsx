import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import parts from '../../ui/layout/Settings.module.css'
import classes from './Webhook.module.css'

export const Secret = ({ secret }: { secret: string }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.secret} role="status">
      <p className={parts.hint}>{t('webhook.secret')}</p>
      <code className={classes.code} dir="ltr">
        {secret}
      </code>
      {/* Pages on plain http have no clipboard; the text can be selected. */}
      {'clipboard' in navigator && (
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('webhook.copied') : t('webhook.copy')}
            </Button>
          )}
        </CopyButton>
      )}
    </div>
  )
}
