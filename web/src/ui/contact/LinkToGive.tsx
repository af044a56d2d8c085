import { Button, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../feedback/Notice.tsx'
import { toast, toastProblem } from '../overlays/toast.ts'
import classes from './LinkToGive.module.css'
import { isReachable, withReachableOrigin } from './reachable.ts'

export const LinkToGive = ({ link }: { link: string }) => {
  const { t } = useTranslation()
  const address = withReachableOrigin(link)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      await toast({ message: t('link.copied') })
    } catch (error) {
      await toastProblem(error)
    }
  }
  return (
    <div className={classes.link}>
      {!isReachable(address) && <Notice text={t('link.unreachable')} />}
      <div className={classes.line}>
        <TextInput
          label={t('link.label')}
          className={classes.address}
          value={address}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        {/* On plain http browsers offer no clipboard; people can select the field instead. */}
        {'clipboard' in navigator && (
          <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} />} onClick={copy}>
            {t('link.copy')}
          </Button>
        )}
      </div>
      <div className={classes.code}>
        <QRCodeSVG value={address} size={184} marginSize={2} title={t('link.qr')} />
      </div>
    </div>
  )
}
