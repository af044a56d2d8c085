import { Button, CopyButton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextInbox } from '#contract'
import { useAge } from '../../ui/delivery/StateText.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { useCloseInbox, useOpenInbox, useTextInbox } from './data.ts'
import classes from './Inbox.module.css'
import { InboxForm } from './InboxForm.tsx'

export const TextInboxSettings = () => {
  const { t } = useTranslation()
  const { data: inbox, error, refetch } = useTextInbox()
  const open = useOpenInbox()
  const close = useCloseInbox()
  const [dialogue, setDialogue] = useState<'form' | 'close'>()
  const stopAsking = () => setDialogue(undefined)
  const secret = open.data?.secret
  return (
    <SettingsSection title={t('textInbox.title')} hasOuterTitle>
      <p className={parts.hint}>{t('textInbox.hint')}</p>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!inbox && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {inbox?.address && <OpenInbox inbox={inbox} address={inbox.address} />}
      {inbox?.address && secret && (
        <div className={classes.part} role="status">
          <h4 className={parts.subtitle}>{t('textInbox.secret')}</h4>
          <p className={parts.hint}>{t('textInbox.secretOnce')}</p>
          <Copyable text={secret} />
        </div>
      )}
      {inbox && dialogue === 'form' && (
        <InboxForm
          initial={inbox.provider ?? 'gateway'}
          submitLabel={t(inbox.address ? 'textInbox.replace' : 'textInbox.open')}
          problem={open.error}
          isBusy={open.isPending}
          onSubmit={(values) => open.mutate(values, { onSuccess: stopAsking })}
          onCancel={stopAsking}
        />
      )}
      {inbox && dialogue !== 'form' && (
        <div className={parts.buttons}>
          <Button
            variant={inbox.address ? 'default' : 'light'}
            onClick={() => {
              open.reset()
              setDialogue('form')
            }}
          >
            {t(inbox.address ? 'textInbox.newSecret' : 'textInbox.add')}
          </Button>
          {inbox.address && (
            <Button variant="default" onClick={() => setDialogue('close')}>
              {t('textInbox.close')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={dialogue === 'close'}
        title={t('textInbox.close')}
        message={t('textInbox.closeText')}
        yes={t('textInbox.closeYes')}
        color="red"
        isBusy={close.isPending}
        onYes={() =>
          close.mutate(undefined, {
            onSuccess: () => {
              open.reset()
              stopAsking()
            },
          })
        }
        onCancel={stopAsking}
      />
    </SettingsSection>
  )
}

const OpenInbox = ({ inbox, address }: { inbox: TextInbox; address: string }) => {
  const { t } = useTranslation()
  const ageOf = useAge()
  const { lastReceivedAt, lastRejection } = inbox
  return (
    <>
      <div className={classes.part}>
        <h4 className={parts.subtitle}>{t('textInbox.address')}</h4>
        <p className={parts.hint}>{t(`textInbox.addressHint.${inbox.provider ?? 'gateway'}`)}</p>
        <Copyable text={address} />
      </div>
      <p>{lastReceivedAt ? t('textInbox.lastReceived', { time: ageOf(lastReceivedAt) }) : t('textInbox.never')}</p>
      {lastRejection && (
        <p className={parts.warning}>
          {t('textInbox.rejected', {
            time: ageOf(lastRejection.at),
            reason: t(`textInbox.rejection.${lastRejection.reason}`),
          })}
        </p>
      )}
    </>
  )
}

const Copyable = ({ text }: { text: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <code className={classes.code} dir="ltr">
        {text}
      </code>
      {/* On plain http browsers offer no clipboard; people can select the text instead. */}
      {'clipboard' in navigator && (
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
              onClick={copy}
            >
              {t(copied ? 'textInbox.copied' : 'textInbox.copy')}
            </Button>
          )}
        </CopyButton>
      )}
    </>
  )
}
