import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPage } from './address.ts'
import classes from './KeepAddress.module.css'

/** Shows the follow link and asks the visitor to save it, because nothing else leads back to the reports. */
export const KeepAddress = ({ follow }: { follow: string }) => {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const address = addressOfPage({ follow })
  const copy = () =>
    navigator.clipboard?.writeText(address).then(
      () => setIsCopied(true),
      () => {},
    )
  return (
    <section className={classes.keep} aria-label={t('visitor.keepTitle')}>
      <p>{t('visitor.keepText')}</p>
      <input
        className={classes.address}
        readOnly
        dir="ltr"
        value={address}
        aria-label={t('visitor.keepTitle')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        {/* On plain http browsers offer no clipboard; people can select the text instead. */}
        {'clipboard' in navigator && (
          <Button
            variant="default"
            leftSection={isCopied ? <IconCheck size={18} stroke={1.75} /> : <IconCopy size={18} stroke={1.75} />}
            onClick={copy}
          >
            {t(isCopied ? 'visitor.copied' : 'visitor.copy')}
          </Button>
        )}
        {'share' in navigator && (
          <Button
            variant="default"
            leftSection={<IconShare2 size={18} stroke={1.75} />}
            onClick={() => navigator.share({ url: address }).catch(() => {})}
          >
            {t('visitor.share')}
          </Button>
        )}
      </div>
    </section>
  )
}
