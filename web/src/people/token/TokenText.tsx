import { Button, CopyButton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BASE_PATH, type CreatedApiToken } from '#contract'
import list from '../../ui/lists/PlainList.module.css'
import classes from './Token.module.css'

type Props = { created: CreatedApiToken; onDone: () => void }

/** Shows the token's text, which cannot be shown again. */
export const TokenText = ({ created: { name, token }, onDone }: Props) => {
  const { t } = useTranslation()
  const command = `curl -H 'Authorization: Bearer ${token}' ${location.origin}${BASE_PATH}/tokens/current`
  return (
    <div className={classes.form}>
      <p>{t('token.once', { name })}</p>
      <Copyable text={token} label={t('token.copy')} />
      <p className={list.meta}>{t('token.try')}</p>
      <Copyable text={command} label={t('token.copyCommand')} />
      <Button onClick={onDone}>{t('token.saved')}</Button>
    </div>
  )
}

const Copyable = ({ text, label }: { text: string; label: string }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.secret}>
      <code className={classes.code} dir="ltr">
        {text}
      </code>
      {/* Pages on plain http have no clipboard; the text can be selected. */}
      {'clipboard' in navigator && (
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} />} onClick={copy}>
              {copied ? t('token.copied') : label}
            </Button>
          )}
        </CopyButton>
      )}
    </div>
  )
}
