import { Button } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import classes from './SecondFactor.module.css'

const printText = (title: string, text: string): void => {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position: fixed; inline-size: 0; block-size: 0; border: 0'
  document.body.append(frame)
  const page = frame.contentWindow
  if (!page) return
  const heading = page.document.createElement('h1')
  heading.textContent = title
  const body = page.document.createElement('pre')
  body.textContent = text
  page.document.body.append(heading, body)
  page.addEventListener('afterprint', () => frame.remove())
  page.print()
}

/** The codes are shown only once, because the server stores only their hashes. */
export const RecoveryCodeList = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      await toast({ message: t('secondFactor.copied') })
    } catch (error) {
      await toastProblem(error)
    }
  }
  return (
    <div className={classes.steps}>
      <p>{t('secondFactor.codesText')}</p>
      <ul className={classes.codes} dir="ltr" aria-label={t('secondFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        {/* Pages on plain http have no clipboard; the codes can be selected. */}
        {'clipboard' in navigator && (
          <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} />} onClick={copy}>
            {t('secondFactor.copy')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.75} />}
          onClick={() => printText(t('secondFactor.codes'), text)}
        >
          {t('secondFactor.print')}
        </Button>
      </div>
      <Button onClick={onDone}>{t('secondFactor.saved')}</Button>
    </div>
  )
}
